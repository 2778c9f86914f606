import { deletedNotes, notes, scans, users } from '@nuances/db/schema';
import { noteCategories } from '@nuances/domain/axes';
import { noteSetOf } from '@nuances/domain/notes';
import { eq, sql } from 'drizzle-orm';
import { createHash, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { dump, rowsWith } from '../testing/dump.ts';
import { lockWaits } from '../testing/lock-waits.ts';
import { seal, unseal } from '../testing/seal.ts';
import { type TestApp, useApp } from '../testing/test-app.ts';
import { removeExpiredDeletions } from './queries.ts';

let t: TestApp;
useApp((app) => (t = app));

type Person = TestApp['alice'];

const answers = [1, 2, 3, 4, 5, 6, 7];
const noteOf = z.object({
  note: z.object({ _id: z.string(), text: z.string(), revision: z.int() }),
  conflict: z.object({ _id: z.string(), text: z.string() }).optional(),
});

/** A valid note; a retry sends the same envelope. */
const written = (person: Person, text = 'Un mot suffit.', more: object = {}) => ({
  _id: randomUUID(),
  title: '',
  text: seal(person.userKey, text),
  categoryId: 'blue' as const,
  scanResultId: null,
  createdAt: '2026-01-02T03:04:05.678Z',
  ...more,
});
const post = (token: string, body: unknown, language?: string) =>
  t.http('POST', '/api/notes', { token, body, ...(language ? { language } : {}) });
const put = (token: string, id: string, body: unknown, language?: string) =>
  t.http('PUT', `/api/notes/${id}`, { token, body, ...(language ? { language } : {}) });
const remove = (token: string, id: string) => t.http('DELETE', `/api/notes/${id}`, { token });
const hashOf = async (person: Person) => (await person.api.notes.hash()).hash;
const rowsOf = (person: Person) => t.db.select().from(notes).where(eq(notes.userId, person.id));
/** The decrypted texts of an account's notes, in alphabetical order. */
const textsOf = async (person: Person) =>
  (await person.api.notes.all()).notes.map(({ text }) => unseal(person.userKey, text)).toSorted();
const atOnce = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

describe('the key', () => {
  it("is the account's own, opens its notes, and no others", async () => {
    const { json } = await t.http('GET', '/api/notes/userkey', { token: t.alice.shortToken });
    expect(json).toEqual({ userKey: t.alice.userKey });
    expect(await t.bob.api.notes.userKey()).toEqual({ userKey: t.bob.userKey });
    const sealed = seal(t.alice.userKey, 'secret');
    expect(unseal(t.alice.userKey, sealed)).toBe('secret');
    expect(() => unseal(t.bob.userKey, sealed)).toThrow(/authenticate/);
  });

  it('is logged when it is opened, with a pseudonym', async () => {
    const lines = () => t.log.filter((line) => line.includes('A note key was opened'));
    const before = lines().length;
    for (const person of [t.alice, t.alice, t.bob]) await person.api.notes.userKey();
    const [first, again, other] = lines().slice(before);
    const account = (line = '{}') => z.object({ account: z.string() }).parse(JSON.parse(line)).account;
    expect(account(first)).toBe(account(again));
    expect(account(other)).not.toBe(account(first));
    expect(lines().length).toBe(before + 3);
    for (const { id, username, userKey, email } of [t.alice, t.bob])
      for (const secret of [id, username, userKey, email]) expect(lines().join('')).not.toContain(secret);
  });
});

describe('creating a note', () => {
  it('stores it, and answers it as in the list', async () => {
    const person = await t.person('writer');
    const { _id: scanResultId } = await person.api.results.create({ answers });
    const body = written(person, 'Aujourd’hui, Élan.', { title: seal(person.userKey, 'Élan'), scanResultId });
    const { status, json } = await post(person.shortToken, body);
    const note = { ...body, revision: 1, receivedAt: expect.any(String), updatedAt: expect.stringMatching(/Z$/) };
    expect([status, json]).toEqual([200, { note }]);
    const all = await t.http('GET', '/api/notes/all', { token: person.shortToken });
    expect([all.status, all.json]).toEqual([200, { notes: [note], hash: await hashOf(person) }]);
    expect(await textsOf(person)).toEqual(['Aujourd’hui, Élan.']);
    expect((await t.events(person.id)).toSorted()).toEqual(['note_created', 'scan']);
  });

  it('is the same over tRPC', async () => {
    const body = written(t.alice);
    const { note, conflict } = await t.alice.api.notes.create(body);
    const at = new Date(body.createdAt);
    expect(note).toEqual({
      ...body,
      createdAt: at,
      receivedAt: expect.any(Date),
      updatedAt: expect.any(Date),
      revision: 1,
    });
    expect(conflict).toBeUndefined();
  });

  it('needs only a text and a category', async () => {
    const person = await t.person('brief');
    const text = seal(person.userKey, 'x');
    const { note } = await person.api.notes.create({ text, category: 'cyan' });
    expect(note).toMatchObject({ title: '', text, categoryId: 'cyan', scanResultId: null, revision: 1 });
    expect(Math.abs(note.createdAt.getTime() - Date.now())).toBeLessThan(5_000);
    for (const categoryId of noteCategories)
      expect((await post(person.shortToken, { text, categoryId })).status).toBe(200);
    const both = await person.api.notes.create({ text, category: 'red', categoryId: 'green', title: null, _id: null });
    expect(both.note.categoryId).toBe('green');
  });

  it("stores the server's time when the client's clock is ahead", async () => {
    const createdAt = new Date(Date.now() + 3_600_000).toISOString();
    const { note } = await t.alice.api.notes.create(written(t.alice, 'later', { createdAt }));
    expect(Math.abs(note.createdAt.getTime() - Date.now())).toBeLessThan(5_000);
  });

  it.each(['a\0b', 'سلام عليكم', '🏳️‍🌈 e\u0301', ' \n ', '\u202eabc', 'x'.repeat(100_000), '水'.repeat(65_000)])(
    'keeps what is inside the envelope as it is, case %#',
    async (text) => {
      const title = text.slice(0, 60);
      const body = written(t.alice, text, { title: seal(t.alice.userKey, title) });
      const { note } = await t.alice.api.notes.create(body);
      const { notes: listed } = await t.alice.api.notes.all();
      const found = listed.find(({ _id }) => _id === note._id);
      expect(unseal(t.alice.userKey, found?.text ?? '')).toBe(text);
      expect(unseal(t.alice.userKey, found?.title ?? '')).toBe(title);
    },
  );

  it('50 concurrent calls with one id make one row, one event and 50 equal answers', async () => {
    const person = await t.person('hasty');
    const body = written(person, 'once', { _id: randomUUID().toUpperCase() });
    const sent = await atOnce(50, () => post(person.shortToken, body));
    expect(new Set(sent.map(({ text }) => text)).size).toBe(1);
    expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await rowsOf(person)).toHaveLength(1);
    expect(await t.events(person.id)).toEqual(['note_created']);
  });

  it('an id of another account is free, and both notes stay', async () => {
    const hers = written(t.alice, 'hers');
    await t.alice.api.notes.create(hers);
    const his = written(t.bob, 'his', { _id: hers._id });
    expect((await t.bob.api.notes.create(his)).note).toMatchObject({ _id: hers._id, text: his.text, revision: 1 });
    await t.bob.api.notes.delete({ _id: hers._id });
    expect((await rowsOf(t.alice)).find(({ id }) => id === hers._id)?.textSealed).toBe(hers.text);
  });

  it('leaves no plain text in the database', async () => {
    const text = 'Le phare de la presqu’île s’allume à six heures';
    await t.alice.api.notes.create(written(t.alice, text, { title: seal(t.alice.userKey, text) }));
    const dumped = await dump(t.db);
    // Words with a character that base64 has not: a short one without it is found in ciphertext now and then.
    for (const word of [
      text,
      'phare de',
      'presqu’',
      Buffer.from(text).toString('base64').slice(0, 20),
      t.alice.userKey,
    ])
      expect(rowsWith(dumped, word)).toEqual([]);
    expect(rowsWith(dumped, 'text_sealed')).not.toEqual([]);
  });
});

describe('an invalid note', () => {
  const sound = () => ({ text: seal(t.alice.userKey, 'x'), categoryId: 'red' });
  const envelope = (bytes: number) => Buffer.alloc(28 + bytes, 7).toString('base64');

  const refused: readonly [string, () => object, number, string, string][] = [
    ['no text', () => ({ text: undefined }), 400, 'noteNotSealed', 'text'],
    ['an empty text', () => ({ text: '' }), 400, 'noteNotSealed', 'text'],
    ['a plain text', () => ({ text: 'Aujourd’hui tout va bien, et demain aussi.' }), 400, 'noteNotSealed', 'text'],
    ['a plain text of base64 letters', () => ({ text: 'bonjour' }), 400, 'noteNotSealed', 'text'],
    ['a number as text', () => ({ text: 5 }), 400, 'noteNotSealed', 'text'],
    ['a list as text', () => ({ text: [sound().text] }), 400, 'noteNotSealed', 'text'],
    ['an envelope cut in half', () => ({ text: envelope(3).slice(0, 22) }), 400, 'noteNotSealed', 'text'],
    ['an envelope without its end', () => ({ text: envelope(3).slice(0, -1) }), 400, 'noteNotSealed', 'text'],
    ['an envelope with a line break', () => ({ text: `${envelope(3)}\n` }), 400, 'noteNotSealed', 'text'],
    ['an envelope for addresses', () => ({ text: `${envelope(2).slice(0, -4)}-_==` }), 400, 'noteNotSealed', 'text'],
    ['27 bytes', () => ({ text: Buffer.alloc(27).toString('base64') }), 400, 'noteNotSealed', 'text'],
    ['a plain title', () => ({ title: 'Mardi' }), 400, 'noteNotSealed', 'title'],
    ['a blank title', () => ({ title: ' ' }), 400, 'noteNotSealed', 'title'],
    ['a title that is too long', () => ({ title: envelope(603) }), 400, 'noteTitleTooLong', 'title'],
    ['a text that is too long', () => ({ text: envelope(195_003) }), 413, 'tooLarge', 'text'],
    ['no category', () => ({ categoryId: undefined }), 400, 'badRequest', 'categoryId'],
    ['an unknown category', () => ({ categoryId: 'pink' }), 400, 'badRequest', 'categoryId'],
    ['an unknown category by its other name', () => ({ category: 'RED' }), 400, 'badRequest', 'category'],
    ['a category in a list', () => ({ categoryId: ['red'] }), 400, 'badRequest', 'categoryId'],
    ['an id that is none', () => ({ _id: '1' }), 400, 'badRequest', '_id'],
    ['a scan that is none', () => ({ scanResultId: '1' }), 400, 'badRequest', 'scanResultId'],
    ['a day that does not exist', () => ({ createdAt: '2026-02-30T00:00:00Z' }), 400, 'badRequest', 'createdAt'],
    ['a time before 2000', () => ({ createdAt: '1999-12-31T23:59:59Z' }), 400, 'badRequest', 'createdAt'],
    ['a revision of 0', () => ({ revision: 0 }), 400, 'badRequest', 'revision'],
    ['a revision that is too high', () => ({ revision: 2 ** 31 }), 400, 'badRequest', 'revision'],
  ];

  it.each(refused)('%s is reported at its field, in both languages, and nothing is stored', async (...row) => {
    const [, change, status, code, field] = row;
    const before = await rowsOf(t.alice);
    const [stored] = before;
    const said = [];
    for (const language of ['en', 'fr']) {
      const answer = await post(t.alice.shortToken, { ...sound(), ...change() }, language);
      expect([answer.status, answer.json]).toMatchObject([status, { code, errors: { [field]: expect.any(String) } }]);
      said.push(Object(answer.json).message);
      if (field === '_id') continue;
      const update = await put(t.alice.shortToken, stored?.id ?? '', { ...sound(), ...change() }, language);
      expect([update.status, update.json]).toEqual([status, answer.json]);
    }
    expect(said[0]).not.toBe(said[1]);
    expect(await rowsOf(t.alice)).toEqual(before);
  });

  it.each([
    ['NUL', { title: '\0' }],
    ['a lone surrogate', { categoryId: '\ud800' }],
    ['NUL in a key', { 'a\0': 1 }],
    ['a key of prototypes', { constructor: { prototype: {} } }],
    ['no object', null],
    ['a list', [1]],
  ])('%s is 400', async (_what, more) => {
    const isRecord = more !== null && !Array.isArray(more);
    const answer = await post(t.alice.shortToken, isRecord ? { ...sound(), ...more } : more);
    expect(answer.status).toBe(400);
  });

  it('is refused for its size before it is parsed; only calls that store notes have the higher limit', async () => {
    const token = t.alice.shortToken;
    const body = (bytes: number) => JSON.stringify({ ...sound(), text: 'A'.repeat(bytes) });
    for (const path of ['/api/notes', '/trpc/notes.create', '/trpc/notes.update'])
      expect((await t.http('POST', path, { token, body: body(262_144) })).status, path).toBe(413);
    expect((await put(token, randomUUID(), body(262_144))).status).toBe(413);
    for (const path of ['/api/results', '/trpc/results.create'])
      expect((await t.http('POST', path, { token, body: body(66_000) })).status, path).toBe(413);
    // Control: the largest valid note, on both transports.
    const largest = { ...sound(), title: envelope(600), text: envelope(195_000) };
    expect((await post(token, largest)).status).toBe(200);
    expect((await t.http('POST', '/trpc/notes.create', { token, body: largest })).status).toBe(200);
  });
});

describe('changing a note', () => {
  it('updates it, keeps its time, and counts a repeated change once', async () => {
    const person = await t.person('editor');
    const first = written(person, 'first');
    await person.api.notes.create(first);
    const second = { ...first, text: seal(person.userKey, 'second'), categoryId: 'red', revision: 1 };
    const sent = await atOnce(20, () =>
      put(person.shortToken, first._id.toUpperCase(), { ...second, createdAt: '2020-01-01T00:00:00Z' }),
    );
    expect(new Set(sent.map(({ text }) => text)).size).toBe(1);
    const { revision: _base, ...rest } = second;
    const times = { receivedAt: expect.any(String), updatedAt: expect.any(String) };
    expect(sent[0]?.json).toEqual({ note: { ...rest, ...times, revision: 2 } });
    expect((await post(person.shortToken, second)).text).toBe(sent[0]?.text);
    expect((await t.events(person.id)).toSorted()).toEqual(['note_created', 'note_updated']);
    expect(await rowsOf(person)).toHaveLength(1);
  });

  it('NOTE-5: files it under another time; when it was received stays, also after its deletion is undone', async () => {
    const person = await t.person('mover');
    const first = written(person, 'first');
    const { receivedAt } = (await person.api.notes.create(first)).note;
    const movedTo = '2025-12-30T10:00:00.000Z';
    const moved = { ...first, movedTo };
    const expected = { note: { createdAt: movedTo, receivedAt: receivedAt?.toISOString(), revision: 2 } };
    expect((await put(person.shortToken, first._id, moved)).json).toMatchObject(expected);
    expect((await post(person.shortToken, moved)).json).toMatchObject(expected); // sent again
    await person.api.notes.delete({ _id: first._id });
    const { note } = await person.api.notes.create({ ...first, createdAt: movedTo });
    expect(note).toMatchObject({ createdAt: new Date(movedTo), receivedAt });
    const ahead = await person.api.notes.update({ ...first, movedTo: new Date(Date.now() + 3_600_000).toISOString() });
    expect(ahead.note.createdAt.getTime()).toBeLessThanOrEqual(Date.now());
    for (const wrong of ['1999-12-31T23:59:59Z', 'yesterday'])
      expect((await put(person.shortToken, first._id, { ...first, movedTo: wrong })).status).toBe(400);
  });

  it('a deletion that names the time of the text it saw takes no other one; without that it takes any', async () => {
    const person = await t.person('eraser');
    const first = written(person, 'first');
    const { updatedAt } = (await person.api.notes.create(first)).note;
    const seen = { _id: first._id, updatedAt: updatedAt.toISOString() };
    const { note } = await person.api.notes.update({ ...first, text: seal(person.userKey, 'second') });
    await expect(person.api.notes.delete(seen)).rejects.toThrow('noteChanged');
    expect(await textsOf(person)).toEqual(['second']);
    // A new revision without a new text: its scan is gone.
    await t.db.update(notes).set({ revision: 9 }).where(eq(notes.userId, person.id));
    await person.api.notes.delete({ _id: first._id, updatedAt: note.updatedAt.toISOString() });
    expect(await textsOf(person)).toEqual([]);
    const again = written(person, 'again');
    await person.api.notes.create(again);
    await person.api.notes.update({ ...again, text: seal(person.userKey, 'second') });
    expect(await person.api.notes.delete({ _id: again._id })).toEqual({ _id: again._id });
  });

  it('also happens by creating with an own id and other content', async () => {
    const person = await t.person('poster');
    const first = written(person, 'first');
    await person.api.notes.create(first);
    const { note } = await person.api.notes.create({ ...first, text: seal(person.userKey, 'second') });
    expect([note._id, note.revision, await textsOf(person)]).toEqual([first._id, 2, ['second']]);
    expect((await t.events(person.id)).toSorted()).toEqual(['note_created', 'note_updated']);
  });

  it('keeps title and link when they are missing, and clears them when they are empty', async () => {
    const person = await t.person('partial');
    const { _id: scanResultId } = await person.api.results.create({ answers });
    const first = written(person, 'first', { title: seal(person.userKey, 'title'), scanResultId });
    await person.api.notes.create(first);
    const { _id, text } = first;
    const kept = await person.api.notes.update({ _id, text, categoryId: 'red' });
    expect(kept.note).toMatchObject({ title: first.title, scanResultId, categoryId: 'red', revision: 2 });
    const emptied = await person.api.notes.update({ _id, text, categoryId: 'red', title: '', scanResultId: null });
    expect(emptied.note).toMatchObject({ title: '', scanResultId: null, revision: 3 });
  });

  it('lets the last write win without a revision', async () => {
    const person = await t.person('contract');
    const first = written(person, 'first');
    await person.api.notes.create(first);
    for (const text of ['second', 'third'])
      expect((await put(person.shortToken, first._id, written(person, text))).json).not.toHaveProperty('conflict');
    expect(await textsOf(person)).toEqual(['third']);
  });

  it('keeps both texts when two edits are based on one revision, with the same answer at a retry', async () => {
    const person = await t.person('two_tabs');
    const { _id: scanResultId } = await person.api.results.create({ answers });
    const first = written(person, 'first', { scanResultId });
    await person.api.notes.create(first);
    const left = { ...first, text: seal(person.userKey, 'left'), revision: 1 };
    const right = { ...first, text: seal(person.userKey, 'right'), revision: 1 };
    expect((await put(person.shortToken, first._id, left)).json).not.toHaveProperty('conflict');
    const answer = await put(person.shortToken, first._id, right);
    const { note, conflict } = noteOf.parse(answer.json);
    expect(note).toEqual({ _id: first._id, text: right.text, revision: 3 });
    expect(conflict?.text).toBe(left.text);
    expect(conflict?._id).not.toBe(first._id);
    for (const again of [await put(person.shortToken, first._id, right), await post(person.shortToken, right)])
      expect(again.text).toBe(answer.text);
    const all = await person.api.notes.all();
    expect(all.notes.map(({ createdAt }) => createdAt.toISOString())).toEqual([first.createdAt, first.createdAt]);
    expect(new Set(all.notes.map((one) => one.scanResultId))).toEqual(new Set([scanResultId]));
    expect(await textsOf(person)).toEqual(['left', 'right']);
    expect((await t.events(person.id)).filter((kind) => kind.startsWith('note')).toSorted()).toEqual([
      'note_created',
      'note_updated',
      'note_updated',
    ]);
  });

  it('keeps all of 20 concurrent edits that are based on one revision, each sent twice', async () => {
    const person = await t.person('crowd');
    const first = written(person, 'first');
    await person.api.notes.create(first);
    const names = Array.from({ length: 20 }, (_, index) => `edit ${index + 10}`);
    const edits = names.map((name) => ({ ...first, text: seal(person.userKey, name), revision: 1 }));
    await Promise.all(edits.map((edit) => put(person.shortToken, first._id, edit)));
    expect(await textsOf(person)).toEqual(names);
  });

  it('keeps the replaced text even when the id of the copy is in use', async () => {
    const person = await t.person('collision');
    const first = written(person, 'first');
    const conflicting = async (text: string) => {
      await person.api.notes.update({ ...first, text: seal(person.userKey, `${text} 1`), revision: 1 });
      return person.api.notes.update({ ...first, text: seal(person.userKey, `${text} 2`), revision: 1 });
    };
    await person.api.notes.create(first);
    const one = await conflicting('a');
    await person.api.notes.delete({ _id: first._id });
    await t.db.delete(deletedNotes).where(eq(deletedNotes.userId, person.id)); // as after a month
    await person.api.notes.create(first);
    const two = await conflicting('b');
    expect(two.conflict?._id).not.toBe(one.conflict?._id);
    expect(await textsOf(person)).toEqual(['a 1', 'b 1', 'b 2']);
  });

  it('a foreign note gets the answer of an unknown one, and stays', async () => {
    const hers = written(t.alice, 'hers');
    await t.alice.api.notes.create(hers);
    const before = await rowsOf(t.alice);
    const body = written(t.bob, 'his');
    const foreign = await put(t.bob.shortToken, hers._id, body, 'fr');
    for (const id of [randomUUID(), '7']) {
      const other = await put(t.bob.shortToken, id, body, 'fr');
      expect([foreign.status, foreign.text]).toEqual([404, other.text]);
    }
    expect((await remove(t.bob.shortToken, hers._id)).status).toBe(404);
    expect(await rowsOf(t.alice)).toEqual(before);
    expect(await t.events(t.bob.id)).not.toContain('note_updated');
  });
});

describe('a link to a scan', () => {
  it('must be to an own scan: a foreign one gets the answer of an unknown one', async () => {
    const { _id: hers } = await t.alice.api.results.create({ answers });
    const before = await rowsOf(t.bob);
    const link = (scanResultId: string) => post(t.bob.shortToken, written(t.bob, 'x', { scanResultId }), 'en');
    const foreign = await link(hers);
    expect([foreign.status, foreign.text]).toEqual([404, (await link(randomUUID())).text]);
    expect(foreign.json).toMatchObject({ code: 'notFound', errors: { scanResultId: expect.any(String) } });
    expect(await rowsOf(t.bob)).toEqual(before);
    const own = await t.bob.api.notes.create(written(t.bob));
    expect((await put(t.bob.shortToken, own.note._id, written(t.bob, 'y', { scanResultId: hers }))).status).toBe(404);
    expect((await rowsOf(t.bob)).some(({ scanResultId }) => scanResultId === hers)).toBe(false);
  });

  it('is removed with the scan; the notes stay, and their hash changes', async () => {
    const person = await t.person('unlinker');
    const { _id: scan } = await person.api.results.create({ answers });
    const { _id: other } = await person.api.results.create({ answers });
    const linked = written(person, 'linked', { scanResultId: scan });
    const apart = written(person, 'apart', { scanResultId: other });
    for (const body of [linked, apart]) await person.api.notes.create(body);
    const before = await hashOf(person);
    await person.api.results.delete({ _id: scan });
    const { notes: listed, hash } = await person.api.notes.all();
    expect(hash).not.toBe(before);
    const links = listed.map(({ _id, scanResultId, revision }) => [_id, scanResultId, revision]);
    expect(links).toHaveLength(2);
    expect(links).toContainEqual([linked._id, null, 2]);
    expect(links).toContainEqual([apart._id, other, 1]);
    expect(await textsOf(person)).toEqual(['apart', 'linked']);
  });

  it('that is gone makes no conflict with an edit that names the time of the text it saw; another text does', async () => {
    const person = await t.person('unlinked_editor');
    const { _id: scanResultId } = await person.api.results.create({ answers });
    const first = written(person, 'first', { scanResultId });
    const { note } = await person.api.notes.create(first);
    const seen = { ...first, scanResultId: null, revision: 1, updatedAt: note.updatedAt.toISOString() };
    await person.api.results.delete({ _id: scanResultId });
    const edit = { ...seen, text: seal(person.userKey, 'second') };
    for (const sent of [await person.api.notes.update(edit), await person.api.notes.create(edit)]) {
      expect(sent.note).toMatchObject({ revision: 3, scanResultId: null });
      expect(sent).not.toHaveProperty('conflict');
    }
    expect(await person.api.notes.update({ ...seen, text: seal(person.userKey, 'third') })).toHaveProperty('conflict');
    expect(await textsOf(person)).toEqual(['second', 'third']);
  });

  it('never refers to a scan that was deleted concurrently', async () => {
    const person = await t.person('racer');
    for (let round = 0; round < 8; round += 1) {
      const { _id: scanResultId } = await person.api.results.create({ answers });
      const known = written(person, 'known', { scanResultId });
      await person.api.notes.create(known);
      const sent = await Promise.all([
        ...Array.from({ length: 5 }, () => post(person.shortToken, written(person, 'x', { scanResultId }))),
        t.http('DELETE', `/api/results/${scanResultId}`, { token: person.shortToken }),
        put(person.shortToken, known._id, { ...known, text: seal(person.userKey, 'edited') }),
        ...Array.from({ length: 5 }, () => post(person.shortToken, written(person, 'x', { scanResultId }))),
      ]);
      for (const { status, text } of sent) expect([200, 404], text).toContain(status);
      expect((await rowsOf(person)).filter((row) => row.scanResultId === scanResultId)).toEqual([]);
      expect(await t.db.$count(scans, eq(scans.userId, person.id))).toBe(0);
    }
  });
});

it('waits for a concurrent erasure before it locks note or scan', async () => {
  const person = await t.person('patient');
  const { _id: scanResultId } = await person.api.results.create({ answers });
  const body = written(person, 'x', { scanResultId });
  await person.api.notes.create(body);
  const calls = [
    () => post(person.shortToken, written(person, 'y', { scanResultId })),
    () => put(person.shortToken, body._id, { ...body, categoryId: 'red' }),
    () => remove(person.shortToken, body._id),
  ];
  for (const call of calls) {
    let sent: ReturnType<typeof call> | undefined;
    await t.db.transaction(async (erasing) => {
      await erasing.select().from(users).where(eq(users.id, person.id)).for('update');
      sent = call();
      await expect.poll(() => lockWaits(t), { interval: 5 }).toBeGreaterThan(0);
      for (const table of [notes, scans])
        await erasing.select().from(table).where(eq(table.userId, person.id)).for('update', { noWait: true });
    });
    expect((await sent)?.status).toBe(200);
  }
});

describe('deleting a note', () => {
  it('deletes an own note with its content', async () => {
    const body = written(t.alice, 'to go');
    await t.alice.api.notes.create(body);
    const answer = await t.http('DELETE', `/api/notes/${body._id.toUpperCase()}`, {
      token: t.alice.shortToken,
      headers: { 'content-type': 'application/json' },
    });
    expect([answer.status, answer.json]).toEqual([200, { _id: body._id }]);
    for (const id of [body._id, randomUUID(), '7']) expect((await remove(t.alice.shortToken, id)).status).toBe(404);
    expect((await put(t.alice.shortToken, body._id, body)).status).toBe(404);
    expect(rowsWith(await dump(t.db), body.text)).toEqual([]);
  });

  it('can be undone: the same note, not counted, with the next revision', async () => {
    const person = await t.person('undoer');
    const { _id: scanResultId } = await person.api.results.create({ answers });
    const body = written(person, 'kept', { scanResultId, categoryId: 'purple' });
    await person.api.notes.create(body);
    const { note: before } = await person.api.notes.update({ ...body, title: seal(person.userKey, 'title') });
    const events = (await t.events(person.id)).toSorted();
    const known = await hashOf(person);
    await person.api.notes.delete({ _id: body._id });
    const undo = { ...body, title: before.title };
    const sent = await atOnce(20, () => post(person.shortToken, undo));
    expect(new Set(sent.map(({ text }) => text)).size).toBe(1);
    const back = (await person.api.notes.all()).notes;
    expect(back).toEqual([{ ...before, revision: before.revision + 1, updatedAt: expect.any(Date) }]);
    expect((await t.events(person.id)).toSorted()).toEqual(events);
    expect(await hashOf(person)).not.toBe(known);
    expect(await t.db.$count(deletedNotes, eq(deletedNotes.userId, person.id))).toBe(0);
  });

  it('is recorded for 30 days: after that the id makes a new note', async () => {
    const person = await t.person('forgetful');
    const [old, recent] = [written(person, 'old'), written(person, 'recent')];
    for (const body of [old, recent]) {
      await person.api.notes.create(body);
      await person.api.notes.delete({ _id: body._id });
    }
    await t.db
      .update(deletedNotes)
      .set({ deletedAt: sql`now() - interval '30 days 1 minute'` })
      .where(eq(deletedNotes.id, old._id));
    await removeExpiredDeletions(t.db);
    for (const body of [old, recent]) await person.api.notes.create(body);
    expect(await t.events(person.id)).toEqual(['note_created', 'note_created', 'note_created']);
  });

  it('during concurrent writes leaves a note or none, with the right counts', async () => {
    const person = await t.person('flicker');
    for (let round = 0; round < 10; round += 1) {
      const body = written(person, `round ${round}`);
      await person.api.notes.create(body);
      const sent = await atOnce(12, (index) =>
        index % 3 === 0 ? remove(person.shortToken, body._id) : post(person.shortToken, body),
      );
      for (const { status, text } of sent) expect([200, 404, 503], text).toContain(status);
      const rows = (await rowsOf(person)).filter(({ id }) => id === body._id);
      const remembered = await t.db.$count(deletedNotes, eq(deletedNotes.id, body._id));
      expect(rows.length + remembered).toBe(1);
    }
    const kinds = await t.events(person.id);
    expect(kinds).toEqual(Array.from({ length: 10 }, () => 'note_created'));
  });
});

describe('listing notes', () => {
  it('gives the newest first, in a stable order', async () => {
    const person = await t.person('lister');
    const days = ['2026-01-02', '2024-02-29', '2026-01-03', '2026-01-02'];
    for (const day of days) await person.api.notes.create(written(person, day, { createdAt: `${day}T10:00:00.000Z` }));
    const listed = (await person.api.notes.all()).notes;
    expect(listed.map(({ text }) => unseal(person.userKey, text))).toEqual([
      '2026-01-03',
      '2026-01-02',
      '2026-01-02',
      '2024-02-29',
    ]);
    expect((listed[1]?._id ?? '') < (listed[2]?._id ?? '')).toBe(true);
    expect((await person.api.notes.all()).notes).toEqual(listed);
  });

  it('includes notes that no key opens', async () => {
    const person = await t.person('poisoned');
    const bodies = ['a', 'b', 'c'].map((text) => written(person, text));
    for (const body of bodies) await person.api.notes.create(body);
    const poison = ['', 'not sealed at all', `${bodies[0]?.text.slice(0, 20)}`];
    for (const [index, textSealed] of poison.entries())
      await t.db
        .update(notes)
        .set({ textSealed, titleSealed: '\u202e{"a":' })
        .where(eq(notes.id, bodies[index]?._id ?? ''));
    await person.api.notes.create(written(person, 'sound'));
    const { status, json } = await t.http('GET', '/api/notes/all', { token: person.shortToken });
    const texts = z
      .object({ notes: z.array(z.object({ text: z.string() })) })
      .parse(json)
      .notes.map(({ text }) => text);
    expect(status).toBe(200);
    expect(texts).toHaveLength(4);
    for (const text of poison) expect(texts).toContain(text);
  });
});

describe('the hash', () => {
  const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex');

  it('follows the rule, for none and for many', async () => {
    const person = await t.person('hasher');
    expect(await hashOf(person)).toBe(sha256(''));
    for (let index = 0; index < 20; index += 1) await person.api.notes.create(written(person, `note ${index}`));
    const [first] = await rowsOf(person);
    for (let edit = 0; edit < 11; edit += 1)
      await person.api.notes.update({ ...written(person, `edit ${edit}`), _id: first?.id ?? '' });
    const { notes: listed, hash } = await person.api.notes.all();
    expect(listed.find(({ _id }) => _id === first?.id)?.revision).toBe(12);
    expect(hash).toBe(sha256(noteSetOf(listed)));
    const answer = await t.http('GET', '/api/notes/hash', { token: person.shortToken });
    expect([answer.status, answer.json]).toEqual([200, { hash }]);
  });

  it('changes with every write, and with no other call', async () => {
    const person = await t.person('changer');
    const body = written(person);
    const seen = [await hashOf(person)];
    const readHash = async () => seen.push(await hashOf(person));
    await person.api.notes.create(body);
    await readHash();
    await person.api.notes.update({ ...body, categoryId: 'red' });
    await readHash();
    await person.api.notes.create(written(person));
    await readHash();
    await person.api.notes.delete({ _id: body._id });
    await readHash();
    expect(new Set(seen).size).toBe(5);
    await t.alice.api.notes.create(written(t.alice));
    await person.api.notes.all();
    await person.api.results.create({ answers });
    expect(await hashOf(person)).toBe(seen.at(-1));
  });

  it('counts a view of the notes only with `log`', async () => {
    const person = await t.person('opener');
    const get = (query: string) => t.http('GET', `/api/notes/hash${query}`, { token: person.shortToken });
    for (const query of ['', '?log=false', '?other=1']) expect((await get(query)).status).toBe(200);
    for (const query of ['?log=', '?log=1', '?log=true&log=true']) expect((await get(query)).status, query).toBe(400);
    await person.api.notes.all();
    await t.http('HEAD', '/api/notes/hash?log=true', { token: person.shortToken });
    expect(await t.events(person.id)).toEqual([]);
    expect((await get('?log=true')).status).toBe(200);
    await person.api.notes.hash({ log: true });
    expect(await t.events(person.id)).toEqual(['notes_opened', 'notes_opened']);
  });
});
