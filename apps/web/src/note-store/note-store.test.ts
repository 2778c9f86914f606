import { blankNote } from '@nuances/domain/note/fields';
import { createCipheriv, createDecipheriv, createHash, randomBytes, randomUUID } from 'node:crypto';
import { dayFromIso } from '@nuances/domain/local-day';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { RouterOutputs } from '../api/router-types.ts';
import type { Note, TypedNote } from './note.ts';
import { stubLogin } from '../browser/page-testing.ts';
import { Refused, serverOf } from '../browser/server-testing.ts';
import { newPage } from '../new-page-testing.ts';

/** A note of an account without a vault. */
type SealedNote = RouterOutputs['notes']['create']['note'];

/** What toasts say. */
const told = vi.hoisted((): string[] => []);
vi.mock('@nuances/ui/toast', () => ({
  longToastMs: 0,
  showToast: ({ text }: { readonly text: string }) => told.push(text),
}));

const key = randomBytes(32);

/** Envelopes made with Node's crypto, so that the tests do not rely on the tested code. */
function seal(text: string, by = key): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', by, iv);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64');
}
function open(envelope: string): string {
  const bytes = Buffer.from(envelope, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
}

/** A server that stores notes as the real one does (`apps/api/src/notes`). */
function newServer() {
  const notes = new Map<string, SealedNote>();
  const asked: string[] = [];
  const server = {
    notes,
    asked,
    silent: false,
    refuses: '',
    keeps: '',
    userKey: key.toString('hex'),
    atOnce: 0,
    most: 0,
  };
  /** The second half of an answer waits for it. */
  let rest: Promise<void> | undefined;
  const holdRest = () => {
    let send: () => void = () => undefined;
    rest = new Promise((resolve) => {
      send = resolve;
    });
    return () => send();
  };
  const hash = () => {
    const lines = Array.from(notes.values(), ({ _id, revision }) => `${_id}:${revision}`).sort();
    return createHash('sha256').update(lines.join(',')).digest('hex');
  };
  const put = ({ revision, movedTo, ...sent }: SealedNote & { readonly movedTo?: string }) => {
    const stored = notes.get(sent._id);
    const createdAt = movedTo ?? stored?.createdAt ?? sent.createdAt;
    const same = stored?.text === sent.text && stored.title === sent.title && stored.createdAt === createdAt;
    if (stored && same) return { note: stored };
    const isStale = stored !== undefined && stored.revision !== revision;
    const conflict = isStale ? { ...stored, _id: randomUUID(), revision: 1 } : undefined;
    if (conflict) notes.set(conflict._id, conflict);
    const receivedAt = stored?.receivedAt ?? new Date().toISOString();
    const note = { ...sent, createdAt, receivedAt, revision: (stored?.revision ?? 0) + 1 };
    notes.set(note._id, note);
    return { note, ...(conflict && { conflict }) };
  };
  const answer = (procedure: string, input: SealedNote): unknown => {
    switch (procedure) {
      case 'notes.userKey':
        return { userKey: server.userKey };
      case 'notes.hash':
        return { hash: hash() };
      case 'notes.all':
        return { notes: [...notes.values()].sort((a, b) => b.createdAt.localeCompare(a.createdAt)), hash: hash() };
      case 'notes.create':
        return server.refuses || put(input);
      case 'notes.delete':
        if (server.keeps) return server.keeps;
        if ((input.updatedAt ?? null) !== null && notes.get(input._id)?.updatedAt !== input.updatedAt)
          return 'noteChanged';
        return notes.delete(input._id) ? { _id: input._id } : null;
      default:
        throw new Error(`nobody asks ${procedure}`);
    }
  };
  const fetch = serverOf(async (procedure, input: SealedNote) => {
    asked.push(procedure);
    server.atOnce += 1;
    server.most = Math.max(server.most, server.atOnce);
    await new Promise((resolve) => setImmediate(resolve));
    server.atOnce -= 1;
    if (server.silent) throw new TypeError('fetch failed');
    const data = answer(procedure, input);
    if (typeof data === 'string') throw new Refused(data);
    if (procedure !== 'notes.all' || !rest) return data;
    const bytes = new TextEncoder().encode(JSON.stringify({ result: { data } }));
    const body = new ReadableStream<Uint8Array>({
      async start(stream) {
        stream.enqueue(bytes.subarray(0, bytes.length / 2));
        await rest;
        stream.enqueue(bytes.subarray(bytes.length / 2));
        stream.close();
      },
    });
    return new Response(body, { headers: { 'content-type': 'application/json' } });
  });
  return { ...server, server, fetch, holdRest };
}

let fake: ReturnType<typeof newServer>;

function add(title: string, text: string, part: Partial<SealedNote> = {}): SealedNote {
  const at = new Date(Date.UTC(2026, 10, 1 + fake.notes.size)).toISOString();
  const blank = blankNote({ categoryId: 'red', scanResultId: null });
  const filed = { ...blank, _id: randomUUID(), createdAt: at, updatedAt: at };
  const note = { ...filed, revision: 1, title: title && seal(title), text: seal(text), ...part };
  fake.notes.set(note._id, note);
  return note;
}

/** A new page without a database, as in some private windows. */
async function openPage(userId = 'u1') {
  stubLogin(userId);
  const session = await newPage();
  const [notes, write, outbox, send, drafts, sealed, keys] = await Promise.all([
    import('./note-store.ts'),
    import('./write.ts'),
    import('../offline/outbox.ts'),
    import('../offline/send.ts'),
    import('./stored-drafts.ts'),
    import('./sealed-drafts.ts'),
    import('../keys/note-key.ts'),
  ]);
  return { ...notes, ...write, ...drafts, ...sealed, ...keys, outbox: { ...outbox, ...send }, session };
}
type OpenPage = Awaited<ReturnType<typeof openPage>>;

const shown = (page: OpenPage) =>
  page.currentNotes().notes.map((note) => (note.locked ? 'locked' : `${note.title}|${note.text}|${note.state}`));

async function save(page: OpenPage, typed: TypedNote, base: Note | null = null) {
  const item = await page.saveNote(typed, base);
  return page.outcomeOf(item ?? expect.unreachable());
}
const typed = (text: string, title = ''): TypedNote => ({
  ...blankNote({ categoryId: 'blue', scanResultId: null }),
  ...{ title, text },
  day: null,
});

function theOnly(page: OpenPage): Note {
  const [note] = page.currentNotes().notes;
  if (!note || note.locked) throw new Error('no open note');
  return note;
}

beforeEach(() => {
  fake = newServer();
  told.length = 0;
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('fetch', fake.fetch);
});

describe('loading', () => {
  it('opens what is stored, newest first, and asks again only for another hash', async () => {
    add('One', 'first');
    add('', 'second');
    const page = await openPage();
    await page.refreshNotes({ log: true });
    expect(page.currentNotes()).toMatchObject({ status: 'ready', opened: null, failure: null });
    expect(shown(page)).toEqual(['|second|saved', 'One|first|saved']);
    const before = page.currentNotes().notes;
    await page.refreshNotes();
    expect(fake.asked.filter((name) => name === 'notes.all')).toHaveLength(1);
    add('', 'third');
    await page.refreshNotes();
    expect(shown(page)).toEqual(['|third|saved', '|second|saved', 'One|first|saved']);
    // Unchanged notes are the same objects, so that they do not render again.
    expect(page.currentNotes().notes.slice(1)).toEqual(before);
    expect(page.currentNotes().notes[1]).toBe(before[0]);
    expect(fake.asked.filter((name) => name === 'notes.userKey')).toHaveLength(1);
  });

  it('are shown while the rest of the list is on its way', async () => {
    for (let index = 0; index < 40; index += 1) add('', `note ${index}`);
    const page = await openPage();
    const sendRest = fake.holdRest();
    const loading = page.refreshNotes();
    await expect.poll(() => shown(page).length).toBeGreaterThanOrEqual(12);
    expect(page.currentNotes()).toMatchObject({ status: 'loading', opened: shown(page).length });
    expect(shown(page)[0]).toBe('|note 39|saved');
    sendRest();
    await loading;
    expect(page.currentNotes()).toMatchObject({ status: 'ready', opened: null });
    expect(shown(page)).toHaveLength(40);
  });

  it('never overlaps', async () => {
    add('', 'x');
    const page = await openPage();
    await Promise.all([page.refreshNotes(), page.refreshNotes({ log: true }), page.refreshNotes()]);
    expect(fake.server.most).toBe(1);
    expect(fake.asked.filter((name) => name === 'notes.all')).toHaveLength(1);
  });

  it('keeps what the key does not open as it is, and opens the rest', async () => {
    add('fine', 'readable');
    const foreign = add('', 'x', { text: seal('other key', randomBytes(32)) });
    const cut = add('', 'x', { text: seal('cut in half').slice(0, 44) });
    const page = await openPage();
    await page.refreshNotes();
    expect(shown(page)).toEqual(['locked', 'locked', 'fine|readable|saved']);
    expect(page.currentNotes().notes).toMatchObject([
      { sealed: { text: cut.text } },
      { sealed: { text: foreign.text } },
      {},
    ]);
  });

  it('shows a note that a vault has sealed elsewhere as closed, not as empty, and asks about the vault', async () => {
    const before = add('', 'of before');
    const page = await openPage();
    const { onKeyDoubt } = await import('./key-doubts.ts');
    const doubted: string[] = [];
    onKeyDoubt((owner) => doubted.push(owner));
    await page.refreshNotes();
    const sealed = {
      ...before,
      title: '',
      text: '',
      categoryId: null,
      sealed: 'v2.sealed',
      keyVersion: 2,
      revision: 2,
    };
    Object.assign(before, sealed);
    await page.refreshNotes();
    expect(shown(page)).toEqual(['locked']);
    expect(page.currentNotes().notes).toMatchObject([{ sealed: { vault: { sealed: 'v2.sealed', keyVersion: 2 } } }]);
    expect(doubted).toEqual(['u1']);
  });

  it('asks for what the copy of an earlier version has without text, also when something is sent first', async () => {
    const { _id: id, text: _text, title: _title, ...note } = add('', 'of the server');
    const kept: Record<string, unknown> = { notes: { hash: 'h', shape: '', count: 1, readAt: 0 } };
    vi.doMock('../device-copy/sealed-copies.ts', () => ({
      readCopy: async (_owner: string, name: string) => kept[name],
      readCopies: async () => [{ ...note, id, title: '', text: '', locked: false }],
      writeCopies: async () => false,
    }));
    const page = await openPage();
    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    vi.stubGlobal('fetch', async (url: unknown, init?: RequestInit) => {
      if (String(url).includes('notes.hash')) await held;
      return fake.fetch(url, init);
    });
    const loading = page.refreshNotes();
    await expect.poll(() => shown(page)).toEqual(['locked']);
    expect(await save(page, typed('new'))).toEqual({ kind: 'saved' });
    answer();
    await loading;
    vi.doUnmock('../device-copy/sealed-copies.ts');
    expect(shown(page)).toContain('|of the server|saved');
    expect(shown(page)).not.toContain('locked');
  });

  it('tells silence, a missing key and an address that cannot encrypt apart', async () => {
    const page = await openPage();
    fake.server.silent = true;
    await page.refreshNotes();
    expect(page.currentNotes()).toMatchObject({ status: 'keyMissing', failure: { code: 'network' } });
    fake.server.silent = false;
    fake.server.userKey = '';
    await page.refreshNotes();
    // What listens may come after it.
    const { onKeyDoubt } = await import('./key-doubts.ts');
    const doubted: string[] = [];
    onKeyDoubt((owner) => doubted.push(owner));
    expect(page.currentNotes().status).toBe('keyMissing');
    expect(doubted, 'it may have a vault').toEqual(['u1']);
    await expect(page.saveNote(typed('x'), null)).rejects.toThrow('64 hexadecimal digits');
    expect(page.outbox.currentPending()).toEqual([]);
    vi.stubGlobal('isSecureContext', false);
    await page.refreshNotes();
    expect(page.currentNotes().status).toBe('insecure');
  });

  it('leaves nothing to whoever comes next', async () => {
    add('', 'secret');
    const page = await openPage();
    await page.refreshNotes();
    page.session.clearSession();
    expect(page.currentNotes().notes).toEqual([]);
    expect(() => theOnly(page)).toThrow('no open note');
  });
});

describe('writing', () => {
  it('a new note goes to the head, sealed, and costs no new list', async () => {
    add('', 'older');
    const page = await openPage();
    await page.refreshNotes();
    expect(await save(page, typed('Élan', 'Titre'))).toEqual({ kind: 'saved' });
    expect(shown(page)).toEqual(['Titre|Élan|saved', '|older|saved']);
    const sent = fake.notes.get(theOnly(page).id);
    expect([open(sent?.title ?? ''), open(sent?.text ?? '')]).toEqual(['Titre', 'Élan']);
    await page.refreshNotes();
    expect(fake.asked.filter((name) => name === 'notes.all')).toHaveLength(1);
  });

  it('what is typed without a server is in the list, sealed on the device, and arrives', async () => {
    const page = await openPage();
    await page.refreshNotes();
    fake.server.silent = true;
    expect(await save(page, typed('Kept here'))).toEqual({ kind: 'waiting' });
    expect(shown(page)).toEqual(['|Kept here|waiting']);
    expect(await save(page, { ...typed('Kept here, and more') }, theOnly(page))).toEqual({ kind: 'waiting' });
    expect(shown(page)).toEqual(['|Kept here, and more|waiting']);
    expect(page.outbox.currentPending()).toHaveLength(2);
    expect(JSON.stringify(page.outbox.currentPending())).not.toContain('Kept');
    fake.server.silent = false;
    await page.outbox.sendAll();
    expect(shown(page)).toEqual(['|Kept here, and more|saved']);
    expect(theOnly(page).revision).toBe(2);
    expect(Array.from(fake.notes.values(), ({ text }) => open(text))).toEqual(['Kept here, and more']);
  });

  it('a text that the device has not taken is not given up while the server may still take it', async () => {
    const page = await openPage();
    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    vi.stubGlobal('fetch', async (url: unknown, init?: RequestInit) => {
      if (String(url).includes('notes.create')) await held;
      return fake.fetch(url, init);
    });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const outcome = save(page, typed('text'));
    await vi.waitFor(() => expect(page.outbox.currentPending()).toHaveLength(1));
    await vi.advanceTimersByTimeAsync(19_000);
    answer();
    expect(await outcome).toEqual({ kind: 'saved' });
  });

  it('an unchanged text is not sent again', async () => {
    const { categoryId } = add('', 'same');
    const page = await openPage();
    await page.refreshNotes();
    expect(await page.saveNote({ ...typed('same'), categoryId }, theOnly(page))).toBeNull();
  });

  it('a text from elsewhere is never written over: both stay', async () => {
    const stale = add('', 'first');
    const page = await openPage();
    await page.refreshNotes();
    const base = theOnly(page);
    fake.notes.set(stale._id, { ...stale, text: seal('from elsewhere'), revision: 2 });
    await save(page, typed('from here'), base);
    const both = ['|from elsewhere|saved', '|from here|saved'];
    await expect.poll(() => shown(page).toSorted()).toEqual(both);
    await page.refreshNotes();
    expect(shown(page).toSorted()).toEqual(both);
  });

  it('an editor that began with an older text keeps both, also when this page knows the newer one', async () => {
    const { categoryId } = add('', 'first');
    const page = await openPage();
    await page.refreshNotes();
    const base = theOnly(page);
    await save(page, { ...typed('second'), categoryId }, base);
    await save(page, { ...typed('third'), categoryId }, base);
    await expect.poll(() => shown(page).toSorted()).toEqual(['|second|saved', '|third|saved']);
    // A note that did not change in between must not be duplicated.
    const newest = page.currentNotes().notes.find((note) => !note.locked && note.text === 'third');
    await save(page, { ...typed('fourth'), categoryId }, newest && !newest.locked ? { ...newest, revision: 1 } : null);
    expect(shown(page).toSorted()).toEqual(['|fourth|saved', '|second|saved']);
    expect(fake.notes.size).toBe(2);
  });

  it('two tabs that change a note which the server has refused keep both texts', async () => {
    const page = await openPage();
    await page.refreshNotes();
    fake.server.refuses = 'quotaReached';
    await save(page, typed('first'));
    await expect.poll(() => shown(page)).toEqual(['|first|failed']);
    const base = theOnly(page);
    fake.server.refuses = '';
    await save(page, typed('of one tab'), base);
    await save(page, typed('of the other'), base);
    expect(shown(page).toSorted()).toEqual(['|of one tab|saved', '|of the other|saved']);
    expect(fake.notes.size).toBe(2);
  });

  it('a deleted note is gone at once, and comes back as it was', async () => {
    const { _id, createdAt } = add('Title', 'text');
    const page = await openPage();
    await page.refreshNotes();
    const note = theOnly(page);
    const deleting = page.deleteNote(note);
    await expect.poll(() => shown(page)).toEqual([]);
    expect(await deleting).toBe('deleted');
    expect(fake.notes.size).toBe(0);
    expect(await page.undoDelete(note)).toEqual({ kind: 'saved' });
    expect(page.currentNotes().notes).toMatchObject([
      { id: _id, createdAt, categoryId: 'red', title: 'Title', text: 'text' },
    ]);
    expect(fake.notes.get(_id)).toMatchObject({ createdAt, categoryId: 'red' });
  });

  it('a deletion and its undo without a server leave the note', async () => {
    add('', 'text');
    const page = await openPage();
    await page.refreshNotes();
    const note = theOnly(page);
    fake.server.silent = true;
    expect(await page.deleteNote(note)).toBe('waiting');
    expect(shown(page)).toEqual([]);
    expect(await page.undoDelete(note)).toEqual({ kind: 'waiting' });
    expect(shown(page)).toEqual(['|text|waiting']);
    fake.server.silent = false;
    await page.outbox.sendAll();
    expect(shown(page)).toEqual(['|text|saved']);
    expect(fake.notes.size).toBe(1);
  });
});

describe('a deletion that waited', () => {
  const fromElsewhere = (note: SealedNote) =>
    fake.notes.set(note._id, {
      ...note,
      ...{ text: seal('from elsewhere'), revision: note.revision + 1, updatedAt: '2026-11-20T08:00:00.000Z' },
    });

  it('takes no text that another device has written meanwhile', async () => {
    const note = add('', 'text');
    const page = await openPage();
    await page.refreshNotes();
    fake.server.silent = true;
    expect(await page.deleteNote(theOnly(page))).toBe('waiting');
    fromElsewhere(note);
    fake.server.silent = false;
    await page.outbox.sendAll();
    await expect.poll(() => shown(page)).toEqual(['|from elsewhere|saved']);
    await expect.poll(() => told).toEqual([expect.stringContaining('changed elsewhere')]);
    expect(page.outbox.currentPending()).toEqual([]);
    // Seen now, it is deleted as any other.
    expect(await page.deleteNote(theOnly(page))).toBe('deleted');
    expect(fake.notes.size).toBe(0);
  });

  it('and was undone is told of once, with both texts', async () => {
    const note = add('', 'text');
    const page = await openPage();
    await page.refreshNotes();
    const seen = theOnly(page);
    fake.server.silent = true;
    await page.deleteNote(seen);
    await page.undoDelete(seen);
    fromElsewhere(note);
    fake.server.silent = false;
    await page.outbox.sendAll();
    await expect.poll(() => shown(page)).toHaveLength(2);
    await expect.poll(() => told).toHaveLength(1);
  });

  it('takes the text that was sent before it', async () => {
    const note = add('', 'text');
    const page = await openPage();
    await page.refreshNotes();
    fake.server.silent = true;
    await save(page, typed('changed'), theOnly(page));
    expect(await page.deleteNote(theOnly(page))).toBe('waiting');
    fake.server.silent = false;
    await page.outbox.sendAll();
    expect(fake.notes.has(note._id)).toBe(false);
    expect(shown(page)).toEqual([]);
  });

  it('takes none either in place of a change that the server has refused', async () => {
    const note = add('', 'text');
    const page = await openPage();
    await page.refreshNotes();
    fake.server.refuses = 'quotaReached';
    await save(page, typed('changed'), theOnly(page));
    await expect.poll(() => shown(page)).toEqual(['|changed|failed']);
    fromElsewhere(note);
    expect(await page.deleteNote(theOnly(page))).toBe('kept');
    await expect.poll(() => shown(page)).toEqual(['|from elsewhere|saved']);
  });

  it.each(['before', 'meanwhile'])('gives a text that was refused %s back when it is refused as well', async (when) => {
    add('', 'text');
    const page = await openPage();
    await page.refreshNotes();
    fake.server.refuses = 'quotaReached';
    fake.server.keeps = 'server';
    fake.server.silent = when === 'meanwhile';
    await save(page, typed('changed'), theOnly(page));
    fake.server.silent = false;
    expect(await page.deleteNote(theOnly(page))).toBe('failed');
    await page.outbox.sendAll();
    await expect.poll(() => shown(page)).toEqual(['|changed|failed']);
  });

  it('of a key of before a vault waits: it is sealed with the present one and sent again', async () => {
    const page = await openPage();
    fake.server.refuses = 'vaultChanged';
    expect(await save(page, typed('text'))).toEqual({ kind: 'waiting' });
    fake.server.refuses = 'quotaReached';
    expect(await save(page, typed('other'))).toEqual({ kind: 'failed', code: 'quotaReached' });
  });

  it('that no key here opens is not sent for ever: the person is told', async () => {
    add('', '', { text: seal('text', randomBytes(32)) });
    const page = await openPage();
    await page.refreshNotes();
    const [locked] = page.currentNotes().notes;
    fake.server.refuses = 'vaultChanged';
    expect(await page.undoDelete(locked ?? expect.unreachable())).toEqual({ kind: 'failed', code: 'noteNotSealed' });
  });

  it('that a vault has sealed, which has ended and left no key here, holds up nothing that is sent after it', async () => {
    const page = await openPage();
    const vault = { sealed: 'v2.gone', keyVersion: 2 };
    const content = {
      ...blankNote({ categoryId: 'other', scanResultId: null }),
      createdAt: '2026-11-02T08:15:00.000Z',
      vault,
    };
    const item = { kind: 'note', id: 'gone', owner: 'u1', noteId: randomUUID(), content, after: null } as const;
    await page.outbox.put({ ...item, createdAt: content.createdAt, refusal: null, revision: 1 });
    expect(await save(page, typed('text'))).toEqual({ kind: 'saved' });
    expect(page.outbox.currentPending()).toMatchObject([{ id: 'gone', refusal: { code: 'noteNotSealed' } }]);
  });

  it('is told at once where the list of this page is old', async () => {
    const note = add('', 'text');
    const page = await openPage();
    await page.refreshNotes();
    fromElsewhere(note);
    expect(await page.deleteNote(theOnly(page))).toBe('kept');
    await expect.poll(() => shown(page)).toEqual(['|from elsewhere|saved']);
  });
});

describe('another day', () => {
  const day = dayFromIso('2026-11-18') ?? Number.NaN;
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-22T09:30:00Z') });
    return () => vi.useRealTimers();
  });

  it('files a new note under that day, with the time of writing', async () => {
    const page = await openPage();
    expect(await save(page, { ...typed('late'), day })).toEqual({ kind: 'saved' });
    const filed = { day, createdAt: '2026-11-18T09:30:00.000Z', receivedAt: '2026-11-22T09:30:00.000Z' };
    expect(theOnly(page)).toMatchObject(filed);
    expect([...fake.notes.values()]).toMatchObject([{ createdAt: filed.createdAt }]);
  });

  it('moves a note, keeps its hour, and changes nothing when it is moved to where it is', async () => {
    add('', 'there', { createdAt: '2026-11-20T21:15:00.000Z', receivedAt: '2026-11-20T21:15:01.000Z' });
    const page = await openPage();
    await page.refreshNotes();
    const note = theOnly(page);
    expect(await page.saveNote({ ...note }, note)).toBeNull();
    expect(await save(page, { ...note, day }, note)).toEqual({ kind: 'saved' });
    expect(theOnly(page)).toMatchObject({ createdAt: '2026-11-18T21:15:00.000Z', receivedAt: note.receivedAt, day });
    expect([...fake.notes.values()]).toMatchObject([{ createdAt: '2026-11-18T21:15:00.000Z', revision: 2 }]);
  });

  it('is kept by a later text that is written before the first was sent', async () => {
    add('', 'there', { createdAt: '2026-11-20T21:15:00.000Z', receivedAt: '2026-11-20T21:15:01.000Z' });
    const page = await openPage();
    await page.refreshNotes();
    fake.server.silent = true;
    const note = theOnly(page);
    await save(page, { ...note, day }, note);
    const moved = theOnly(page);
    expect(moved.day).toBe(day);
    await save(page, { ...moved, text: 'and more' }, moved);
    // The first text is lost; the second one contains both changes.
    const [first, second] = page.outbox.currentPending();
    await page.outbox.drop(first?.id ?? '');
    if (second?.kind !== 'note') throw new Error('no second text');
    await page.outbox.put({ ...second, after: null });
    fake.server.silent = false;
    await page.outbox.sendAll();
    expect([...fake.notes.values()]).toMatchObject([{ createdAt: '2026-11-18T21:15:00.000Z' }]);
    expect(theOnly(page)).toMatchObject({ text: 'and more', day });
  });

  it('has a draft of its own, and drafts of earlier versions have none', async () => {
    const page = await openPage();
    const own = await page.noteKeyOf('u1');
    const slot = { kind: 'new', categoryId: 'other', scanResultId: null, day } as const;
    const { day: _day, ...old } = typed('old');
    await page.putDraft(async () => own, 'u1', page.draftId('u1', { ...slot, day: null }), { text: old, base: null });
    expect(await page.findDraft(own, 'u1', slot)).toBeNull();
    await page.putDraft(async () => own, 'u1', page.draftId('u1', slot), {
      text: { ...typed('late'), day },
      base: null,
    });
    expect(await page.findDraft(own, 'u1', slot)).toMatchObject({ text: { text: 'late', day } });
    expect(await page.findDraft(own, 'u1', { ...slot, day: null })).toMatchObject({ text: { text: 'old', day: null } });
  });
});

describe('drafts', () => {
  const text = (words: string): TypedNote => ({
    ...blankNote({ categoryId: 'cyan', scanResultId: 's1' }),
    text: words,
    day: null,
  });
  const slot = { kind: 'new', categoryId: 'cyan', scanResultId: 's1', day: null } as const;
  const plain = { kind: 'new', categoryId: 'other', scanResultId: null, day: null } as const;

  it('come back to the editor and the account that they were typed in', async () => {
    const page = await openPage();
    const own = await page.noteKeyOf('u1');
    await page.putDraft(async () => own, 'u1', page.draftId('u1', slot), { text: text('half a sentence'), base: null });
    expect(await page.findDraft(own, 'u1', slot)).toMatchObject({ text: text('half a sentence'), base: null });
    expect(await page.findDraft(own, 'u1', { ...slot, categoryId: 'red' })).toBeNull();
    expect(await page.findDraft(own, 'u2', slot)).toBeNull();
  });

  it('of any new note are within reach of the plain editor, newest first', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const page = await openPage();
    const own = await page.noteKeyOf('u1');
    await page.putDraft(async () => own, 'u1', page.draftId('u1', slot), { text: text('older'), base: null });
    vi.advanceTimersByTime(10);
    const other = { ...slot, scanResultId: 's2' } as const;
    await page.putDraft(async () => own, 'u1', page.draftId('u1', other), { text: text('newer'), base: null });
    expect(await page.findDraft(own, 'u1', plain)).toMatchObject({ text: { text: 'newer' } });
    // The editor over which the vault was closed in this tab.
    const before = { id: page.draftId('u1', slot), name: 'e1' };
    expect(await page.findDraft(own, 'u1', plain, before)).toMatchObject({ text: { text: 'older' } });
    await page.deleteDraft(page.draftId('u1', other));
    expect(await page.findDraft(own, 'u1', plain)).toMatchObject({ text: { text: 'older' } });
    vi.useRealTimers();
  });

  it('name no category where the device is readable, and are found by the one that they began as', async () => {
    const page = await openPage();
    const own = await page.noteKeyOf('u1');
    const red = { ...slot, categoryId: 'red' } as const;
    const id = page.draftId('u1', slot);
    expect(id).toBe(page.draftId('u1', red));
    for (const [editor, begunAs] of [
      ['first', 'cyan'],
      ['second', 'red'],
    ] as const) {
      const content = { text: text(begunAs), base: null, begunAs };
      await page.putDraft(async () => own, 'u1', `${id}#${editor}`, content);
    }
    expect(await page.findDraft(own, 'u1', slot)).toMatchObject({ text: { text: 'cyan' } });
    expect(await page.findDraft(own, 'u1', red)).toMatchObject({ text: { text: 'red' } });
    expect(await page.newestDraft(own, 'u1')).toMatchObject({ address: { kind: 'new', scan: 's1', day: null } });
    expect(await page.findDraft(own, 'u1', { ...slot, categoryId: 'other' })).not.toBeNull();
    // Of an earlier version.
    await page.putDraft(async () => own, 'u1', 'u1/new/green/s3', { text: text('old'), base: null });
    const green = { ...slot, categoryId: 'green', scanResultId: 's3' } as const;
    expect(await page.findDraft(own, 'u1', green)).toMatchObject({ text: { text: 'old' } });
  });

  it('of a note that is deleted here are not offered, and are back with it', async () => {
    const note = add('', 'text');
    const page = await openPage();
    await page.refreshNotes();
    const own = await page.noteKeyOf('u1');
    const id = page.draftId('u1', { kind: 'edit', note: theOnly(page) });
    await page.putDraft(async () => own, 'u1', id, { text: text('half'), base: null });
    const shownNote = theOnly(page);
    expect(await page.deleteNote(shownNote)).toBe('deleted');
    expect(fake.notes.has(note._id)).toBe(false);
    expect(await page.newestDraft(own, 'u1')).toBeNull();
    await page.undoDelete(shownNote);
    expect(await page.newestDraft(own, 'u1')).toMatchObject({ text: { text: 'half' } });
  });

  it('are read with the right key only', async () => {
    const page = await openPage();
    const own = await page.noteKeyOf('u1');
    const other = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
    await page.putDraft(async () => other, 'u1', page.draftId('u1', slot), { text: text('mine'), base: null });
    expect(await page.findDraft(own, 'u1', slot)).toBeNull();
    expect(await page.findDraft(other, 'u1', slot)).not.toBeNull();
  });
});
