import { beforeEach, describe, expect, it, vi } from 'vitest';
import { stubLogin, tokenOf } from '../browser/page-testing.ts';
import { serverOf, stubServer } from '../browser/server-testing.ts';
import { contentOf } from '../offline/scan-testing.ts';
import { newPage } from '../new-page-testing.ts';

/** A server whose answers are held back until the test releases them; `scans` and `profile` are what it stores. */
let scans: string[];
let profile: object;
let lists: (() => void)[];
let held: boolean;

/** An answer contains what was stored at the time of the request. */
const fetchStub = serverOf(async (procedure, input: { readonly _id: string }, init) => {
  if (procedure === 'results.create') {
    scans.push(input._id);
    return {};
  }
  if (procedure === 'profile.update') return (profile = { ...profile, ...input });
  const answer = procedure === 'profile.get' ? profile : scans.map((_id) => ({ _id }));
  if (held) await new Promise<void>((resolve) => lists.push(resolve));
  init?.signal?.throwIfAborted();
  return answer;
});

async function openPage() {
  const session = await newPage();
  const [queries, outbox, send] = await Promise.all([
    import('./queries.tsx'),
    import('../offline/outbox.ts'),
    import('../offline/send.ts'),
  ]);
  return { session, ...queries, ...outbox, ...send };
}

beforeEach(() => {
  stubLogin('u1');
  scans = [];
  profile = { email: 'a@example.org', dateOfBirth: null, lastName: '' };
  lists = [];
  held = false;
  vi.stubGlobal('fetch', fetchStub);
});

describe('the queries of an account', () => {
  it('are shared during the session and removed with it', async () => {
    const page = await openPage();
    const { utils, queryClient } = page.queriesOf('u1');
    scans = ['s1'];
    await utils.results.own.prefetch();
    expect(page.queriesOf('u1').utils.results.own.getData()).toMatchObject([{ _id: 's1' }]);
    page.session.clearSession();
    expect(queryClient.getQueryCache().getAll()).toEqual([]);
    expect(page.queriesOf('u1').utils.results.own.getData()).toBeUndefined();
  });

  it('are not shared with the next account that logs in', async () => {
    const page = await openPage();
    scans = ['s1'];
    const first = page.queriesOf('u1');
    await first.utils.results.own.prefetch();
    page.session.startSession({ token: tokenOf('u2'), refreshToken: 'r2' });
    expect(first.queryClient.getQueryCache().getAll()).toEqual([]);
    expect(page.queriesOf('u2').utils.results.own.getData()).toBeUndefined();
  });

  it('fetch a list again that was being fetched when a scan was delivered', async () => {
    const page = await openPage();
    const { utils } = page.queriesOf('u1');
    held = true;
    const early = utils.results.own.prefetch();
    await expect.poll(() => lists).toHaveLength(1);
    held = false;
    const createdAt = new Date(1_790_000_000_000).toISOString();
    const content = contentOf([1, 2, 3, 4, 5, 6, 7], 9);
    await page.put({ ...content, kind: 'scan', id: 's1', owner: 'u1', createdAt, refusal: null });
    await page.sendAll();
    expect(page.currentPending()).toEqual([]);
    lists.forEach((release) => release());
    await early;
    await utils.results.own.prefetch();
    expect(utils.results.own.getData()).toMatchObject([{ _id: 's1' }]);
  });

  it('keep a delivered profile although an older one was being fetched', async () => {
    const page = await openPage();
    const { utils } = page.queriesOf('u1');
    held = true;
    const early = utils.profile.get.prefetch();
    await expect.poll(() => lists).toHaveLength(1);
    held = false;
    const createdAt = new Date(1_790_000_000_000).toISOString();
    await page.put({
      kind: 'profile',
      id: 'p1',
      owner: 'u1',
      createdAt,
      refusal: null,
      changes: { lastName: 'Morel' },
    });
    await page.sendAll();
    lists.forEach((release) => release());
    await early;
    expect(utils.profile.get.getData()).toMatchObject({ lastName: 'Morel' });
  });

  it('are asked for whole after a list of a vault whose end came later: it has marks that the server does not give', async () => {
    const page = await openPage();
    const [
      { setAnswerOpening },
      { knownAnswer },
      { markVault, unmarkVault },
      { showVault },
      { answersSealed, readAnswer },
    ] = await Promise.all([
      import('./answer-opening.ts'),
      import('./validators.ts'),
      import('../keys/vault-mark.ts'),
      import('../keys/vault-view.ts'),
      import('../vault/open-answers.ts'),
    ]);
    const keys = { owner: 'u1', versions: new Map(), writes: null, noteKey: null };
    const readOpened = async (_owner: string, procedure: string, response: Response) => ({
      result: { data: await readAnswer(keys, procedure, response) },
    });
    setAnswerOpening(async () => ({ answersSealed, readOpened }));
    const data = [{ ...contentOf([1, 2, 3, 4, 5, 6, 7], 9), _id: 's1', keyVersion: 3, arrivedClear: false }];
    stubServer(() => Response.json({ result: { data } }, { headers: { etag: '"1"' } }));
    const { utils } = page.queriesOf('u1');
    markVault('u1');
    showVault({ owner: 'u1', mode: 'vault' });
    await utils.results.own.fetch();
    expect(utils.results.own.getData()).toMatchObject([{ arrivedClear: true }]);
    unmarkVault();
    expect(knownAnswer('results.own')).toBeNull();
    await utils.results.own.invalidate();
    await utils.results.own.fetch();
    expect(knownAnswer('results.own')).toMatchObject({ data, validator: '"1"' });
  });
});
