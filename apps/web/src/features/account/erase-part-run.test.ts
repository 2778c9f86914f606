import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { PendingNote, PendingScan } from '../../offline/outbox-items.ts';
import { stubLogin, tokenOf } from '../../browser/page-testing.ts';
import { serverOf } from '../../browser/server-testing.ts';
import { contentOf } from '../../offline/scan-testing.ts';
import { newPage } from '../../new-page-testing.ts';

let kept: Map<string, string>;
/** Calls to the server that change something, with their tokens, and the answers that the test gives. */
let calls: { readonly body: unknown; readonly token: string | null; readonly answer: (more: boolean) => void }[];
let offline: boolean;

const fetchStub = serverOf(async (procedure, body, init) => {
  if (offline) throw new TypeError('no network');
  if (procedure === 'profile.get') return { username: 'lea' };
  if (procedure === 'profile.erasable') return { scans: 700, notes: 3, at: '2026-11-22T10:00:00.000001Z' };
  if (procedure !== 'profile.erasePart') return [];
  const token = new Headers(init?.headers).get('authorization');
  const more = await new Promise<boolean>((answer) => calls.push({ body, token, answer }));
  return { erased: more ? 500 : 200, more };
});

async function openPage() {
  const session = await newPage();
  const { loadNamespaces } = await import('../../i18n/locale-store.ts');
  await loadNamespaces('profile', 'error');
  const { put, currentPending } = await import('../../offline/outbox.ts');
  return { ...session, put, currentPending, ...(await import('./erase-part-run.ts')) };
}

const waiting = { createdAt: '2026-11-22T09:00:00.000Z', refusal: null };
const scanOf = (id: string, owner: string): PendingScan => {
  return { ...waiting, kind: 'scan', id, owner, ...contentOf([1, 2, 3, 4, 5, 6, 7], 1) };
};
const noteOf = (id: string, owner: string): PendingNote => {
  return { ...waiting, kind: 'note', id, owner, noteId: id, content: null, revision: 1, after: null };
};

beforeEach(() => {
  offline = false;
  calls = [];
  kept = stubLogin('a');
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('fetch', fetchStub);
});

describe('the erasure of all scans', () => {
  it('takes what waits on the device first, of this account and kind only, then asks until nothing is left', async () => {
    const page = await openPage();
    for (const item of [scanOf('s1', 'a'), scanOf('s2', 'b'), noteOf('n1', 'a')]) await page.put(item);
    expect([page.waitingOf('scans'), page.waitingOf('notes')]).toEqual([1, 1]);
    const erasing = page.eraseAll('scans');
    await expect.poll(() => calls).toHaveLength(1);
    expect(page.currentPending().map(({ id }) => id)).toEqual(['s2', 'n1']);
    calls[0]?.answer(true);
    await expect.poll(() => calls).toHaveLength(2);
    expect(page.erasePartRun.get()).toEqual({ step: 'erasing', part: 'scans', done: 500, total: 700 });
    calls[1]?.answer(false);
    await erasing;
    expect(page.erasePartRun.get()).toMatchObject({
      step: 'done',
      count: 700,
      erased: { what: '700 scans erased.', username: 'lea' },
    });
    // Each step is up to the moment of the count: what another device sends meanwhile stays.
    expect(calls.map(({ body }) => body)).toEqual(
      [1, 2].map(() => ({ part: 'scans', before: '2026-11-22T10:00:00.000001Z' })),
    );
  });

  it('ends when another account logs in: nothing of that one is erased, and nothing is shown to it', async () => {
    const page = await openPage();
    const first = kept.get('token');
    const erasing = page.eraseAll('scans');
    await expect.poll(() => calls).toHaveLength(1);
    page.startSession({ token: tokenOf('b'), refreshToken: 'r2' });
    expect(page.erasePartRun.get()).toEqual({ step: 'idle' });
    calls[0]?.answer(true);
    await erasing;
    expect(calls.map(({ token }) => token)).toEqual([`Bearer ${first}`]);
    expect(page.erasePartRun.get()).toEqual({ step: 'idle' });
  });

  it('changes nothing without a network, not even what waits here', async () => {
    const page = await openPage();
    await page.put(scanOf('s1', 'a'));
    offline = true;
    await page.eraseAll('scans');
    expect(page.erasePartRun.get()).toMatchObject({ step: 'failed' });
    expect(page.currentPending()).toHaveLength(1);
  });
});

it('the erasure of all notes takes their drafts, and nothing else that was begun here', async () => {
  const page = await openPage();
  const [{ putDraft, storedDrafts }, { importNoteKey }] = await Promise.all([
    import('../../note-store/sealed-drafts.ts'),
    import('@nuances/crypto/note-envelope'),
  ]);
  const key = await importNoteKey('ab'.repeat(32));
  for (const id of ['a/new/other/', 'a/edit/n1', 'a/quiz', 'a/profile', 'b/new/other/'])
    await putDraft(async () => key, id.charAt(0), id, {});
  const erasing = page.eraseAll('notes');
  await expect.poll(() => calls).toHaveLength(1);
  expect((await storedDrafts()).map(({ id }) => id)).toEqual(['a/quiz', 'a/profile', 'b/new/other/']);
  calls[0]?.answer(false);
  await erasing;
});
