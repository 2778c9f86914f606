import { blankNote } from '@nuances/domain/note/fields';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { OutboxItem, PendingNote } from './outbox-items.ts';
import { stubLogin, tokenOf } from '../browser/page-testing.ts';
import { Refused, serverOf } from '../browser/server-testing.ts';
import { contentOf } from './scan-testing.ts';
import { newPage } from '../new-page-testing.ts';

/** Calls that the server received, and its answers: data, a failure, or no answer. */
type Reply =
  | { data: unknown }
  | { error: string }
  | { code: string; fields?: Record<string, { code: string; message: string }> }
  | 'silent';
type Asked = [procedure: string, input: Record<string, unknown>];

let asked: Asked[];
let answer: (...asked: Asked) => Reply;

const note = { _id: 'n', title: '', text: 'x', categoryId: 'red', scanResultId: null, createdAt: '', updatedAt: '' };
const taken = (revision: number): Reply => ({ data: { note: { ...note, revision } } });

const fetchStub = serverOf(async (...[procedure, input]: Asked) => {
  asked.push([procedure, input]);
  const reply = await Promise.resolve(answer(procedure, input));
  if (reply === 'silent') throw new TypeError('fetch failed');
  if ('data' in reply) return reply.data;
  if ('error' in reply) return Response.json(reply, { status: 404 });
  throw new Refused(reply.code, reply.fields);
});

/** The outbox of a new page, for the person `u1`; without a database, as in some private windows. */
async function openOutbox() {
  await newPage();
  return { ...(await import('./outbox.ts')), ...(await import('./send.ts')) };
}

let clock = 0;
function item<K extends OutboxItem['kind']>(kind: K, part: Partial<Extract<OutboxItem, { kind: K }>> & { id: string }) {
  clock += 1;
  const createdAt = new Date(1_790_000_000_000 + clock).toISOString();
  return { kind, owner: 'u1', createdAt, refusal: null, ...part };
}
const scan = (id: string, owner = 'u1') => ({
  ...item('scan', { id, owner }),
  kind: 'scan' as const,
  ...contentOf([1, 2, 3, 4, 5, 6, 7], 9),
});
const content = { ...blankNote({ categoryId: 'red', scanResultId: null }), text: 'x', createdAt: '' };
const text = (id: string, part: Partial<PendingNote> = {}): PendingNote => ({
  ...item('note', { id }),
  kind: 'note',
  owner: 'u1',
  noteId: 'n',
  content: { ...content, text: id },
  revision: 1,
  after: null,
  ...part,
});

/** The content of local storage. */
let kept: Map<string, string>;

beforeEach(() => {
  asked = [];
  answer = (procedure) => (procedure === 'notes.create' ? taken(1) : { data: {} });
  kept = stubLogin('u1');
  vi.stubGlobal('fetch', fetchStub);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  return () => vi.useRealTimers();
});

const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id);
const procedures = () => asked.map(([procedure]) => procedure);

describe('sending', () => {
  it('sends the oldest item first, and removes what the server has accepted', async () => {
    const outbox = await openOutbox();
    const first = scan('s1');
    const second = text('t1');
    await outbox.put(second);
    await outbox.put(first);
    await outbox.sendAll();
    expect(procedures()).toEqual(['results.create', 'notes.create']);
    expect(outbox.currentPending()).toEqual([]);
  });

  it('stops at the first call without an answer, keeps every item, and resumes by itself', async () => {
    const outbox = await openOutbox();
    await outbox.put(scan('s1'));
    await outbox.put(text('t1'));
    answer = () => 'silent';
    await outbox.sendAll();
    expect(procedures()).toEqual(['results.create']);
    expect(ids(outbox.currentPending())).toEqual(['s1', 't1']);
    expect(outbox.currentPending()[0]?.refusal).toBeNull();
    answer = (procedure) => (procedure === 'notes.create' ? taken(1) : { data: {} });
    await vi.runAllTimersAsync();
    expect(outbox.currentPending()).toEqual([]);
  });

  it('stops at the limit of calls: the others would be refused, too', async () => {
    const outbox = await openOutbox();
    for (const id of ['s1', 's2', 's3']) await outbox.put(scan(id));
    let tries = 0;
    answer = () => ((tries += 1) === 2 ? { code: 'rateLimited' } : { data: {} });
    await outbox.sendAll();
    expect(asked).toHaveLength(2);
    expect(outbox.currentPending()).toMatchObject([{ id: 's2', refusal: { code: 'rateLimited' } }, { refusal: null }]);
    await vi.runAllTimersAsync();
    expect(outbox.currentPending()).toEqual([]);
  });

  it('leaves calls for the screens while a word changes in many scans, and goes on by itself', async () => {
    const outbox = await openOutbox();
    answer = (_procedure, { tags = null }) => ({ data: { tags } });
    for (let index = 0; index < 150; index += 1)
      await outbox.put({ ...item('tags', { id: `t${index}` }), kind: 'tags', scanId: `s${index}`, tags: null });
    await outbox.put(scan('s'));
    await outbox.sendAll();
    expect([procedures().length, procedures().at(-1)]).toEqual([61, 'results.create']);
    await vi.runAllTimersAsync();
    expect(outbox.currentPending()).toEqual([]);
  });

  it('asks again for the code that sends and seals when the server is back', async () => {
    vi.stubGlobal('window', new EventTarget());
    const outbox = await openOutbox();
    const unfetched = Object.assign(new TypeError('not fetched'), { name: 'UnfetchedError' });
    const [loadDelivery, loadSealing] = [
      vi.fn(() => Promise.reject(unfetched)),
      vi.fn(() => Promise.reject(unfetched)),
    ];
    (await import('./delivery.ts')).setDelivery(loadDelivery);
    (await import('./sealer.ts')).setSealing(loadSealing);
    outbox.startSending();
    await vi.waitFor(() => expect(loadSealing).toHaveBeenCalledTimes(1));
    const health = vi.fn().mockRejectedValueOnce(new TypeError('fetch failed')).mockResolvedValue(Response.json({}));
    vi.stubGlobal('fetch', health);
    (await import('./connection.ts')).noteSilence();
    await vi.runAllTimersAsync();
    expect(loadDelivery).toHaveBeenCalledTimes(2);
    expect(loadSealing).toHaveBeenCalledTimes(2);
  });

  it('does not send items of another person', async () => {
    const outbox = await openOutbox();
    await outbox.put(scan('theirs', 'u2'));
    await outbox.put(text('t1'));
    await outbox.sendAll();
    expect(procedures()).toEqual(['notes.create']);
    expect(ids(outbox.currentPending())).toEqual(['theirs']);
    expect(await outbox.holdsItemsOfOthers('u1')).toBe(true);
    expect(await outbox.unsentOf('u1')).toBe(0);
  });

  it('never sends an item with the session of another person who logs in meanwhile', async () => {
    const outbox = await openOutbox();
    await outbox.put(scan('s1'));
    await outbox.put(scan('s2'));
    answer = () => {
      kept.set('token', tokenOf('u2'));
      return { data: {} };
    };
    await outbox.sendAll();
    expect(asked.map(([, input]) => input['_id'])).toEqual(['s1']);
    expect(ids(outbox.currentPending())).toEqual(['s2']);
    await expect(outbox.sendNow('s2')).rejects.toThrow(TypeError);
    kept.set('token', tokenOf('u1'));
    await outbox.sendAll();
    expect(outbox.currentPending()).toEqual([]);
  });

  it('continues after a refusal, stores it, and does not repeat the item by a timer', async () => {
    const outbox = await openOutbox();
    await outbox.put(text('bad'));
    await outbox.put(text('good', { noteId: 'm' }));
    answer = (_procedure, input) => (input['text'] === 'bad' ? { code: 'badRequest' } : taken(1));
    await outbox.sendAll();
    expect(outbox.currentPending()).toMatchObject([{ id: 'bad', refusal: { code: 'badRequest' } }]);
    await vi.runAllTimersAsync();
    expect(asked).toHaveLength(2);
    await outbox.put(text('late', { noteId: 'o' }));
    let tries = 0;
    answer = () => ((tries += 1) < 3 ? 'silent' : taken(1));
    await outbox.sendNow('late').catch(() => undefined);
    await vi.runAllTimersAsync();
    expect(asked.slice(2).map(([, input]) => input['text'])).toEqual(['late', 'late', 'late']);
    await outbox.sendAll();
    expect(asked.at(-1)?.[1]['text']).toBe('bad');
  });
});

describe('the texts of one note', () => {
  it('are sent in order, each based on the revision of the one before', async () => {
    const outbox = await openOutbox();
    await outbox.put(text('first'));
    await outbox.put(text('second', { after: 'first' }));
    await outbox.put(text('third', { after: 'second' }));
    let revision = 0;
    answer = () => taken((revision += 1));
    await outbox.sendAll();
    expect(asked.map(([, input]) => [input['text'], input['revision']])).toEqual([
      ['first', 1],
      ['second', 1],
      ['third', 2],
    ]);
    expect(outbox.currentPending()).toEqual([]);
  });

  it('wait for the item they are based on, also when that is refused temporarily', async () => {
    const outbox = await openOutbox();
    await outbox.put(text('first'));
    await outbox.put(text('second', { after: 'first' }));
    answer = () => ({ code: 'server' });
    await outbox.sendAll();
    expect(asked).toHaveLength(1);
    expect(ids(outbox.currentPending())).toEqual(['first', 'second']);
  });

  it('keep the new envelope of one that was sealed anew while it was sent, and refused', async () => {
    const outbox = await openOutbox();
    const before = text('a');
    await outbox.put(before);
    answer = () => {
      void outbox.put({ ...before, content: { ...content, text: 'anew' } });
      return { code: 'rateLimited' };
    };
    await outbox.sendAll();
    expect(outbox.currentPending()).toMatchObject([{ content: { text: 'anew' }, refusal: { code: 'rateLimited' } }]);
  });

  it('replace an item that is refused permanently', async () => {
    const outbox = await openOutbox();
    await outbox.put(text('too long', { revision: 4 }));
    await outbox.put(text('shorter', { after: 'too long', revision: 4 }));
    answer = (_procedure, input) => (input['text'] === 'too long' ? { code: 'tooLarge' } : taken(5));
    await outbox.sendAll();
    expect(asked.map(([, input]) => [input['text'], input['revision']])).toEqual([
      ['too long', 4],
      ['shorter', 4],
    ]);
    expect(outbox.currentPending()).toEqual([]);
  });

  it('wait for the scan that they are linked to', async () => {
    const outbox = await openOutbox();
    await outbox.put(scan('s1'));
    await outbox.put(text('t1', { content: { ...content, scanResultId: 's1' } }));
    answer = (procedure) => (procedure === 'results.create' ? { code: 'server' } : taken(1));
    await outbox.sendAll();
    expect(procedures()).toEqual(['results.create']);
  });

  it('lose only the link when the scan is deleted', async () => {
    const outbox = await openOutbox();
    const seen = { updatedAt: '2026-11-02T08:20:00.000Z' };
    await outbox.put(text('t1', { content: { ...content, text: 't1', scanResultId: 's1' }, ...seen }));
    answer = (_procedure, input) =>
      input['scanResultId'] === null
        ? taken(1)
        : { code: 'notFound', fields: { scanResultId: { code: 'notFound', message: 'No.' } } };
    await outbox.sendAll();
    expect(asked.map(([, input]) => input)).toMatchObject([
      { text: 't1', scanResultId: 's1', ...seen },
      { text: 't1', scanResultId: null, ...seen },
    ]);
    expect(outbox.currentPending()).toEqual([]);
  });

  it('are deleted also when the server has deleted them already', async () => {
    const outbox = await openOutbox();
    await outbox.put(text('gone', { content: null }));
    answer = () => ({ code: 'notFound' });
    await outbox.sendAll();
    expect(procedures()).toEqual(['notes.delete']);
    expect(outbox.currentPending()).toEqual([]);
  });

  it('are kept while the server is of a version that does not know the call', async () => {
    const outbox = await openOutbox();
    await outbox.put(text('gone', { content: null }));
    answer = () => ({ error: 'Nothing is at this address.' });
    await outbox.sendAll();
    expect(outbox.currentPending()).toMatchObject([{ id: 'gone', refusal: null }]);
    answer = () => ({ data: {} });
    await vi.runAllTimersAsync();
    expect(outbox.currentPending()).toEqual([]);
  });
});

describe('the profile', () => {
  const changes = { passion: 'Old maps' };
  const profile = { ...item('profile', { id: 'p1' }), kind: 'profile' as const, owner: 'u1', changes };

  it('changes only its own fields of what is stored by then', async () => {
    const outbox = await openOutbox();
    await outbox.put(profile);
    const stored = { firstName: 'Léa', dateOfBirth: null, mission: 'Another device may be changing it' };
    answer = (procedure) => ({ data: procedure === 'profile.get' ? stored : {} });
    await outbox.sendAll();
    expect(asked.at(-1)).toEqual(['profile.update', { firstName: 'Léa', dateOfBirth: '', passion: 'Old maps' }]);
  });

  it('keeps the codes of its fields when it is refused', async () => {
    const outbox = await openOutbox();
    await outbox.put(profile);
    const fields = { email: { code: 'emailForm', message: 'No.' } };
    answer = (procedure) => (procedure === 'profile.get' ? { data: {} } : { code: 'emailForm', fields });
    await outbox.sendAll();
    expect(outbox.currentPending()).toMatchObject([{ refusal: { code: 'emailForm', fields: { email: 'emailForm' } } }]);
  });

  it('that was replaced while being sent does not return', async () => {
    const outbox = await openOutbox();
    await outbox.put(profile);
    answer = (procedure) => {
      if (procedure === 'profile.get') return { data: {} };
      void outbox.put({ ...profile, id: 'p2' }, ['p1']);
      return { code: 'emailForm' };
    };
    await outbox.sendNow('p1').catch(() => undefined);
    expect(ids(outbox.currentPending())).toEqual(['p2']);
  });
});

describe('a device whose database fails', () => {
  it('loses nothing that is added while reading fails', async () => {
    const outbox = await openOutbox();
    const reading = outbox.reload();
    await outbox.put(scan('s1'));
    await reading;
    expect(ids(outbox.currentPending())).toEqual(['s1']);
  });

  it('has every scan of a visitor in the next page, until each is sent', async () => {
    const openScans = async () => ({ ...(await openOutbox()), ...(await import('./scans.ts')) });
    const page = await openScans();
    const made = ['s1', 's2', 's3'];
    for (const id of made) await page.saveScanLocally({ ...scan(id), owner: null });
    const next = await openScans();
    expect(ids(await next.visitorScans())).toEqual(made);
    answer = (_procedure, { _id }) => (_id === 's2' ? 'silent' : { data: {} });
    expect(await next.claimScans('u1')).toEqual(made);
    expect(ids(await (await openScans()).visitorScans())).toEqual(['s2', 's3']);
    answer = () => ({ data: {} });
    await next.sendAll();
    expect(ids(await (await openScans()).visitorScans())).toEqual([]);
  });

  it('loses nothing when only writing fails, as with a full disk', async () => {
    const old = text('old');
    const full = {
      getAll: async () => [old],
      transaction: () => {
        throw new DOMException('No room', 'QuotaExceededError');
      },
    };
    vi.doMock('./database.ts', () => ({ deviceDatabase: async () => full }));
    try {
      const outbox = await openOutbox();
      expect(await outbox.put(text('new'), ['old'])).toBe(false);
      await outbox.put(scan('s1'));
      await outbox.reload();
      expect(ids(outbox.currentPending())).toEqual(['new', 's1']);
      await outbox.sendAll();
      expect(procedures()).toEqual(['notes.create', 'results.create']);
      await outbox.reload();
      expect(outbox.currentPending()).toEqual([]);
    } finally {
      vi.doUnmock('./database.ts');
    }
  });
});
