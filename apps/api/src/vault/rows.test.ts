/** What devices store in a vault, and what calls get that know nothing of it (SPEC.md VAULT-3). */
import { parseMasterKey } from '@nuances/crypto/master-key';
import { notes, scans, users, vaultSlots } from '@nuances/db/schema';
import { limits } from '@nuances/domain/limits';
import { eq, sql } from 'drizzle-orm';
import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bytesOfExport } from '../account/export.ts';
import { rotateKey } from '../cli/rotate-key.ts';
import { sealedBytes } from '../notes/sealed-bytes.ts';
import { dump, rowsWith } from '../testing/dump.ts';
import { testApp, type TestApp } from '../testing/test-app.ts';
import { clearEnvelope, codeOf, envelope, manifest, prove, slot, turnVaultOn } from '../testing/vault.ts';

let t: TestApp;
let person: TestApp['alice'];
let api: TestApp['alice']['api'];
beforeAll(async () => {
  t = await testApp({ config: { backups: { keep: 5 } } });
});
beforeEach(async () => {
  person = await t.person();
  ({ api } = person);
  await turnVaultOn(person);
});
afterAll(() => t.close());

const answers = [1, 2, 3, 4, 5, 6, 7];
const keyVersion = 2;
const noteOf = (more: object = {}) => ({ _id: randomUUID(), isMove: false, sealed: envelope(256), ...more });
const scanOf = (more: object = {}) => ({ _id: randomUUID(), isMove: false, sealed: envelope(), tags: null, ...more });

describe('a device', () => {
  it('VAULT-3: stores a scan and a note that is linked to it in one call, each once, and counts them without a duration', async () => {
    const scan = scanOf({ tags: envelope(), createdAt: '2026-03-04T05:06:07.089Z' });
    const note = noteOf({ scanResultId: scan._id, createdAt: '2026-03-04T05:06:08.000Z' });
    const call = { keyVersion, scans: [scan], notes: [note] };
    const first = await api.vault.put(call);
    expect(first).toMatchObject({
      scans: [{ outcome: 'saved', createdAt: new Date('2026-03-04T05:06:07.089Z') }],
      notes: [{ outcome: 'saved', revision: 1, scanResultId: scan._id }],
    });
    expect(await api.vault.put(call)).toEqual(first);
    expect((await t.events(person.id)).filter((kind) => ['scan', 'note_created'].includes(kind)).toSorted()).toEqual([
      'note_created',
      'scan',
    ]);
    const sealed = { answers: null, scoring: null, sealed: scan.sealed, keyVersion, arrivedClear: false };
    const listed = { _id: scan._id, createdAt: new Date('2026-03-04T05:06:07.089Z'), ...sealed };
    expect(await api.results.list({ source: 'history' })).toEqual([listed]);
    expect(await api.results.own()).toEqual([
      { ...listed, duration: null, kept: [], moment: 'exact', tags: scan.tags, receivedAt: expect.any(Date) },
    ]);
    expect((await api.notes.all()).notes).toMatchObject([
      { title: '', text: '', categoryId: null, sealed: note.sealed, keyVersion, scanResultId: scan._id },
    ]);
  });

  it('VAULT-3: changes a note by its revision; of two, the second learns what is stored, and nothing is lost', async () => {
    const note = noteOf();
    await api.vault.put({ keyVersion, notes: [note] });
    const one = { ...note, sealed: envelope(256), revision: 1, movedTo: '2026-03-01T00:00:00.000Z' };
    const other = { ...note, sealed: envelope(256), revision: 1 };
    expect((await api.vault.put({ keyVersion, notes: [one] })).notes[0]).toMatchObject({
      outcome: 'saved',
      revision: 2,
    });
    expect((await api.vault.put({ keyVersion, notes: [one] })).notes[0]).toMatchObject({
      outcome: 'saved',
      revision: 2,
    });
    expect((await api.vault.put({ keyVersion, notes: [other] })).notes[0]).toMatchObject({
      outcome: 'conflict',
      note: { sealed: one.sealed, revision: 2 },
    });
    const [row] = await t.db.select().from(notes).where(eq(notes.userId, person.id));
    expect(row).toMatchObject({ sealed: one.sealed, createdAt: new Date('2026-03-01T00:00:00.000Z') });
    const hash = await api.notes.hash();
    await api.vault.put({ keyVersion, notes: [noteOf()] });
    expect(await api.notes.hash()).not.toEqual(hash);
  });

  it('VAULT-3: takes a deleted note back, with its next revision, as no new one', async () => {
    const note = noteOf();
    await api.vault.put({ keyVersion, notes: [note] });
    await api.notes.delete({ _id: note._id });
    expect((await api.vault.put({ keyVersion, notes: [note] })).notes[0]).toMatchObject({ revision: 2 });
    expect((await t.events(person.id)).filter((kind) => kind === 'note_created')).toHaveLength(1);
  });

  it('VAULT-3: a note is not linked to a scan that is not there, and another scan takes no id', async () => {
    const scan = scanOf();
    await api.vault.put({ keyVersion, scans: [scan] });
    expect(
      await api.vault.put({
        keyVersion,
        scans: [{ ...scan, sealed: envelope() }],
        notes: [noteOf({ scanResultId: randomUUID() }), noteOf()],
      }),
    ).toMatchObject({
      scans: [{ outcome: 'conflict', scan: { sealed: scan.sealed } }],
      notes: [{ outcome: 'refused', code: 'notFound' }, { outcome: 'saved' }],
    });
  });

  it('VAULT-3: refuses envelopes of another shape, key or size, and ids that come twice', async () => {
    const put = (call: object) => codeOf(api.vault.put({ keyVersion, ...call }));
    for (const sealed of ['Lavender', clearEnvelope(), 'v2.', 'v2.AAAA', `v2.${'A'.repeat(41)}`])
      expect([sealed, await put({ notes: [noteOf({ sealed })] })]).toEqual([sealed, 'vaultSealed']);
    expect(await put({ scans: [scanOf({ sealed: envelope(limits.vault.scanMaxBytes) })] })).toBe('tooLarge');
    const twice = noteOf();
    expect(await put({ notes: [twice, twice] })).toBe('badRequest');
    expect(await put({ keyVersion: 1, notes: [noteOf()] })).toBe('vaultChanged');
    expect(await codeOf(t.bob.api.vault.put({ keyVersion: 1, notes: [noteOf()] }))).toBe('vaultChanged');
    expect(await t.db.$count(notes, eq(notes.userId, person.id))).toBe(0);
  });

  it('VAULT-3: stores nothing by the key of a vault that a restored backup does not know', async () => {
    const { id, api: restored } = await t.person();
    const { _id } = await restored.results.create({ answers });
    const at = '2026-03-04T05:06:07.089Z';
    const times = { createdAt: at, receivedAt: at, updatedAt: at };
    const sealed = envelope(256);
    const calls = [
      restored.vault.put({ keyVersion, notes: [noteOf({ sealed })] }),
      restored.vault.put({ keyVersion, scans: [scanOf({ sealed })] }),
      restored.vault.put({ keyVersion, profile: { isMove: false, sealed: envelope(16_384) } }),
      restored.vault.setTags({ _id, keyVersion, tags: sealed, tagsBefore: null }),
      restored.vault.restore({ keyVersion, scans: [], notes: [{ _id: randomUUID(), sealed, ...times }] }),
      restored.notes.create({ text: sealed, categoryId: 'red' }),
      restored.results.setTags({ _id, tags: sealed }),
    ];
    const changed = calls.slice(0, 5).map(() => 'vaultChanged');
    expect(await Promise.all(calls.map(codeOf))).toEqual([...changed, 'noteNotSealed', 'tagsNotSealed']);
    expect(await restored.vault.saveManifest({ manifest: manifest({ id }, keyVersion, 1) })).toEqual({
      isSaved: false,
      manifest: null,
    });
    expect(rowsWith(await dump(t.db), sealed)).toEqual([]);
  });

  it('VAULT-3: takes the longest tags of the server that do not open, inside an envelope', async () => {
    const padded = Math.ceil((limits.sealedTagsMaxBytes + 1) / 256) * 256;
    const scan = scanOf({ tags: envelope(padded) });
    expect((await api.vault.put({ keyVersion, scans: [scan] })).scans[0]).toMatchObject({ outcome: 'saved' });
    expect((await api.results.own())[0]).toMatchObject({ tags: scan.tags });
  });

  it('VAULT-3: the longest note fits into a call: 100,000 characters that JSON escapes', async () => {
    const text = JSON.stringify({ title: '\u0001'.repeat(200), text: '\u0001'.repeat(100_000), categoryId: 'yellow' });
    const padded = Math.ceil((text.length + 1) / 65_536) * 65_536;
    const sealed = envelope(padded);
    expect(sealed.length).toBeLessThanOrEqual(limits.vault.noteMaxBytes);
    const answer = await t.http('POST', '/trpc/vault.put', {
      token: person.shortToken,
      body: { keyVersion, notes: [noteOf({ sealed })] },
    });
    expect(answer.status).toBe(200);
    expect((await api.notes.all()).notes[0]).toMatchObject({ sealed });
    const tooLong = await t.http('POST', '/trpc/vault.put', {
      token: person.shortToken,
      body: { keyVersion, notes: [noteOf({ sealed: envelope(limits.vault.bodyMaxBytes) })] },
    });
    expect(tooLong.status).toBe(413);
  });

  it('VAULT-3: replaces tags unless others were stored since, and the profile', async () => {
    const scan = scanOf();
    await api.vault.put({ keyVersion, scans: [scan] });
    const tags = envelope(256);
    const change = { _id: scan._id, keyVersion, tags, tagsBefore: null };
    for (const _ of [1, 2]) expect(await api.vault.setTags(change)).toEqual({ isSaved: true, tags });
    expect(await api.vault.setTags({ ...change, tags: envelope(256) })).toEqual({ isSaved: false, tags });
    expect(await codeOf(api.vault.setTags({ ...change, _id: randomUUID() }))).toBe('notFound');
    const sealed = envelope(16_384);
    await api.vault.put({ keyVersion, profile: { sealed } });
    expect(await api.profile.get()).toMatchObject({ firstName: '', profileSealed: sealed, profileKeyVersion: 2 });
  });

  it('VAULT-3: stores a manifest only when it follows, and deletes in one step with it', async () => {
    const [first, second, third] = [1, 2, 3].map((sequence) => manifest(person, keyVersion, sequence));
    const [note, scan] = [noteOf(), scanOf()];
    expect((await api.vault.put({ keyVersion, notes: [note], scans: [scan], manifest: first })).manifest).toEqual({
      isSaved: true,
      manifest: first,
    });
    expect(await api.vault.saveManifest({ manifest: third ?? '' })).toEqual({ isSaved: false, manifest: first });
    expect(await api.vault.saveManifest({ manifest: manifest(person, 1, 2) })).toMatchObject({ isSaved: false });
    expect(await api.vault.saveManifest({ manifest: manifest(t.bob, keyVersion, 2) })).toMatchObject({
      isSaved: false,
    });
    const removal = { notes: [note._id, randomUUID()], scans: [scan._id], manifest: second };
    // Another device has signed meanwhile: what this manifest counts may be gone.
    expect(await api.vault.remove({ ...removal, manifest: third })).toEqual({
      notes: [],
      scans: [],
      manifest: { isSaved: false, manifest: first },
    });
    expect(await api.vault.remove(removal)).toEqual({
      notes: [note._id],
      scans: [scan._id],
      manifest: { isSaved: true, manifest: second },
    });
    expect((await api.vault.state()).manifest).toBe(second);
  });

  it('VAULT-3: deletes no note with another text than was seen, and stores no manifest then', async () => {
    const [first, second] = [1, 2].map((sequence) => manifest(person, keyVersion, sequence));
    const note = noteOf();
    const [saved] = (await api.vault.put({ keyVersion, notes: [note], manifest: first })).notes;
    const updatedAt = saved?.outcome === 'saved' ? saved.updatedAt.toISOString() : '';
    const [other] = (await api.vault.put({ keyVersion, notes: [{ ...noteOf(), _id: note._id, revision: 1 }] })).notes;
    expect(other?.outcome).toBe('saved');
    const removal = { notes: [note._id], manifest: second };
    expect(await codeOf(api.vault.remove({ ...removal, seen: [{ _id: note._id, updatedAt }] }))).toBe('noteChanged');
    expect((await api.vault.state()).manifest).toBe(first);
    const now = other?.outcome === 'saved' ? other.updatedAt.toISOString() : '';
    expect(await api.vault.remove({ ...removal, seen: [{ _id: note._id, updatedAt: now }] })).toMatchObject({
      notes: [note._id],
    });
  });

  it('VAULT-3: erases a part, and takes back what was restored, in one step with a manifest or not at all', async () => {
    const [first, second, third] = [1, 2, 3].map((sequence) => manifest(person, keyVersion, sequence));
    const [scan, note, other] = [scanOf(), noteOf(), noteOf()];
    await api.vault.put({ keyVersion, scans: [scan], notes: [note, other], manifest: first });
    const added = { scans: [], notes: [{ _id: other._id, revision: 1 }] };
    const refused = { isSaved: false, manifest: first };
    expect(await api.vault.undoRestore({ ...added, manifest: third ?? '' })).toEqual({
      scans: [],
      notes: [],
      manifest: refused,
    });
    const erasure = { part: 'notes' as const, before: (await api.profile.erasable()).at };
    expect(await api.vault.erasePart({ ...erasure, manifest: third ?? '' })).toEqual({
      erased: 0,
      more: true,
      manifest: refused,
    });
    expect(await api.profile.erasable()).toMatchObject({ notes: 2, scans: 1 });
    const saved = { isSaved: true, manifest: second };
    expect(await api.vault.undoRestore({ ...added, manifest: second ?? '' })).toEqual({
      scans: [],
      notes: [other._id],
      manifest: saved,
    });
    // A later step of the same removal sends the same manifest.
    expect(await api.vault.erasePart({ ...erasure, manifest: second ?? '' })).toEqual({
      erased: 1,
      more: false,
      manifest: saved,
    });
    expect(await api.profile.erasable()).toMatchObject({ notes: 0, scans: 1 });
  });

  it('VAULT-3: no manifest is stored that counts a row which was not saved', async () => {
    const [note, first] = [noteOf(), manifest(person, keyVersion, 1)];
    await api.vault.put({ keyVersion, notes: [note] });
    const stale = { ...note, sealed: envelope(256), revision: 9 };
    expect(await api.vault.put({ keyVersion, notes: [stale, noteOf()], manifest: first })).toMatchObject({
      notes: [{ outcome: 'conflict' }, { outcome: 'saved' }],
      manifest: { isSaved: false, manifest: null },
    });
    expect((await api.vault.put({ keyVersion, notes: [noteOf()], manifest: first })).manifest?.isSaved).toBe(true);
  });

  it('VAULT-3: restores an export sealed, as it was, without counting it, and takes it back', async () => {
    const [scan, note] = [randomUUID(), randomUUID()];
    const at = '2026-03-04T05:06:07.089Z';
    const part = {
      keyVersion,
      scans: [{ _id: scan, sealed: envelope(), tags: null, createdAt: at, receivedAt: at }],
      notes: [{ _id: note, sealed: envelope(256), scanResultId: scan, createdAt: at, receivedAt: at, updatedAt: at }],
    };
    expect(await api.vault.restore(part)).toEqual({ scans: [scan], notes: [{ _id: note, revision: 1 }], moods: [] });
    expect((await api.notes.all()).notes[0]).toMatchObject({
      scanResultId: scan,
      receivedAt: new Date(at),
      keyVersion,
    });
    expect((await api.results.own())[0]).toMatchObject({ sealed: part.scans[0]?.sealed, receivedAt: new Date(at) });
    expect(await t.events(person.id)).not.toContain('note_created');
    expect(await codeOf(api.vault.restore({ ...part, keyVersion: 1 }))).toBe('vaultChanged');
    expect(await api.restore.undo({ scans: [scan], notes: [{ _id: note, revision: 1 }] })).toEqual({
      scans: [scan],
      notes: [note],
    });
  });
});

describe('what knows nothing of the vault', () => {
  it('VAULT-3: gets an empty key, and is told why', async () => {
    expect(await api.notes.userKey()).toEqual({ userKey: '', keyMode: 'vault', keyVersion });
    const login = await t.guest.auth.login({ username: person.username, password: 'Correct-horse-7!' });
    expect(login).toMatchObject({ userKey: '', keyMode: 'vault', keyVersion });
    expect(Object.keys(await t.bob.api.notes.userKey())).toEqual(['userKey']);
    expect(Object.keys(await t.bob.api.profile.get())).not.toContain('keyMode');
  });

  it('VAULT-3: cannot store a note, tags or a profile, and stores nothing of a refused one', async () => {
    const { email } = person;
    const profile = {
      firstName: 'Orchidea',
      lastName: 'B',
      email,
      dateOfBirth: '1990-04-01',
      countryOfResidency: 'FR',
    };
    const text = clearEnvelope();
    const calls = [
      api.notes.create({ text, categoryId: 'red' }),
      api.notes.create({ _id: randomUUID(), title: '', text, categoryId: 'red' }),
      api.results.create({ answers, tags: clearEnvelope() }),
      api.profile.update(profile),
      api.restore.add({
        scans: [],
        notes: [{ _id: randomUUID(), title: '', text, categoryId: 'red', createdAt: '2026-03-04T05:06:07.089Z' }],
      }),
    ];
    expect(new Set(await Promise.all(calls.map(codeOf)))).toEqual(new Set(['vaultSealed']));
    const refused = await t.http('POST', '/api/notes', { token: person.shortToken, body: { text, categoryId: 'red' } });
    expect(refused).toMatchObject({ status: 400, json: { code: 'vaultSealed' } });
    expect(await t.db.$count(notes, eq(notes.userId, person.id))).toBe(0);
    expect(await t.db.$count(scans, eq(scans.userId, person.id))).toBe(0);
  });

  it('VAULT-3: loses no scan: it arrives unsealed, waits, and is sealed by the next device', async () => {
    const { _id, result } = await api.results.create({ answers, duration: 60 });
    expect(result).toMatchObject({ answers, scoring: -14 });
    const waiting = { _id, answers, sealed: null, keyVersion: 1, arrivedClear: true };
    expect(await api.results.own()).toMatchObject([waiting]);
    expect((await api.vault.state()).left).toEqual({ notes: 0, scans: 1, moods: 0, profile: 0 });
    const sealed = envelope();
    const move = { _id, isMove: true, sealed, tags: null, tagsBefore: null };
    expect((await api.vault.put({ keyVersion, scans: [move] })).scans[0]).toMatchObject({ outcome: 'saved' });
    expect(await api.results.byId({ _id })).toMatchObject({ answers: null, sealed, arrivedClear: true });
    expect((await api.vault.state()).left.scans).toBe(0);
    // Its first answer was lost: it is sent again, until it is answered.
    for (const createdAt of [undefined, undefined, result.createdAt.toISOString()])
      expect(await api.results.create({ _id, answers, duration: 60, createdAt })).toEqual({ _id, result });
    expect(await codeOf(api.results.create({ _id, answers, createdAt: '2026-03-04T05:06:07.089Z' }))).toBe(
      'scanExists',
    );
    expect(await codeOf(api.results.create({ _id, answers, tags: clearEnvelope() }))).toBe('vaultSealed');
    // What is sealed cannot be compared, and nothing is written over it.
    await api.results.create({ _id, answers: answers.toReversed() });
    expect(await api.results.own()).toMatchObject([{ _id, sealed, createdAt: result.createdAt }]);
    expect(await t.events(person.id)).toEqual(['scan']);
  });

  it('VAULT-3: stores no scan readable that a device would have sealed, had it known of the vault', async () => {
    const _id = randomUUID();
    const unsealed = { answers, duration: 60, unlessVault: true };
    expect(await codeOf(api.results.create({ ...unsealed, _id }))).toBe('vaultSealed');
    expect(await api.results.own()).toEqual([]);
    expect(await t.events(person.id)).toEqual([]);
    // Sent again after it was sealed elsewhere, it is there.
    await api.vault.put({ keyVersion, scans: [{ _id, isMove: false, sealed: envelope(), tags: null }] });
    expect((await api.results.create({ ...unsealed, _id }))._id).toBe(_id);
    expect(await api.results.own()).toMatchObject([{ _id, answers: null, arrivedClear: false }]);
  });

  it('VAULT-3: a script token gets ciphertext, and no way to open it', async () => {
    await prove(person);
    const { token } = await api.tokens.create({ name: 'cron', scope: 'write', days: 1, password: 'Correct-horse-7!' });
    await api.vault.put({ keyVersion, notes: [noteOf()] });
    const script = t.callerOf(token);
    expect((await script.notes.all()).notes[0]?.sealed).toMatch(/^v2\./);
    expect((await script.notes.userKey()).userKey).toBe('');
    expect(await codeOf(script.vault.state())).toBe('tokenScope');
    const { json } = await t.http('GET', '/api/profile/export', { token });
    expect(JSON.stringify(json)).not.toContain('w1.');
  });
});

describe('the account', () => {
  it('VAULT-3: keeps no key of the server, also when the master key is changed, and leaves with its vault', async () => {
    const fresh = { current: parseMasterKey(randomBytes(32).toString('hex')), previous: t.masterKeys.current };
    await rotateKey(t.db, fresh);
    const row = async () => (await t.db.select().from(users).where(eq(users.id, person.id)))[0];
    expect(await row()).toMatchObject({ userKeySealed: null, keyMode: 'vault' });
    await api.profile.erase({ password: 'Correct-horse-7!' });
    expect(await row()).toMatchObject({ keyMode: 'server', profileSealed: null, vaultManifest: null });
    expect(await t.db.$count(vaultSlots, eq(vaultSlots.userId, person.id))).toBe(0);
    await t.services.erasures.flush();
    expect(rowsWith(await dump(t.db), 'v2.').filter((line) => line.includes(person.id))).toEqual([]);
  });

  it('VAULT-3: has as much room as before: an envelope counts a quarter of its size, or all but the most padding', async () => {
    const bytes = async () =>
      (await t.db.select({ bytes: sealedBytes(person.id) }).from(sql`(select 1) as one`))[0]?.bytes;
    const short = envelope(4_096);
    await api.vault.put({ keyVersion, notes: [noteOf({ sealed: short })] });
    const before = Math.floor(short.length / 4);
    expect(await bytes()).toBe(before);
    const long = envelope(4 * 65_536);
    await api.vault.put({ keyVersion, notes: [noteOf({ sealed: long })] });
    expect(await bytes()).toBe(before + long.length - 87_382);
  });

  it('VAULT-3: an export of sealed scans is announced with their envelopes', async () => {
    const before = await bytesOfExport(t.db, person.id);
    const sealed = Array.from({ length: 3 }, () => scanOf());
    await api.vault.put({ keyVersion, scans: sealed });
    const { scans: exported } = await api.profile.exportData();
    const added = (await bytesOfExport(t.db, person.id)) - before;
    expect(added).toBeGreaterThanOrEqual(JSON.stringify(exported).length);
    expect(added).toBeGreaterThan(sealed.reduce((sum, scan) => sum + scan.sealed.length, 0));
  });

  it('VAULT-3: says how many backups the former key opens until they are replaced', async () => {
    expect(await api.vault.backups()).toEqual({ kept: 5 });
  });
});

describe('the ways to open it', () => {
  it('VAULT-3: change after a proof, are told by mail, and never end with none', async () => {
    const { slots } = await api.vault.state();
    const idOf = (kind: string) => slots.find((one) => one.kind === kind)?.id ?? expect.unreachable();
    const passkey = slot('passkey', 'Téléphone');
    await prove(person);
    const added = await api.vault.addSlot({ keyVersion, slot: passkey });
    expect(added.slots.map(({ kind }) => kind).toSorted()).toEqual(['passkey', 'passphrase', 'recovery']);
    expect(await codeOf(api.vault.addSlot({ keyVersion, slot: slot('passphrase') }))).toBe('badRequest');
    for (const kind of ['passphrase', 'recovery'])
      expect(await codeOf(api.vault.removeSlot({ id: idOf(kind) }))).toBe('vaultSlotLast');
    const fresh = slot('passphrase');
    expect(await codeOf(api.vault.replaceSlot({ id: idOf('recovery'), keyVersion, slot: fresh }))).toBe('badRequest');
    const replaced = await api.vault.replaceSlot({ id: idOf('passphrase'), keyVersion, slot: fresh });
    expect(replaced.slots.map(({ id }) => id)).toContain(fresh.id);
    expect(replaced.slots.map(({ id }) => id)).not.toContain(idOf('passphrase'));
    await api.vault.renameSlot({ id: passkey.id, name: 'Portable' });
    await api.vault.slotUsed({ id: passkey.id });
    const named = (await api.vault.state()).slots.find(({ id }) => id === passkey.id);
    expect(named).toMatchObject({ name: 'Portable', usedAt: expect.any(Date) });
    await api.vault.removeSlot({ id: passkey.id });
    expect(await codeOf(api.vault.slotUsed({ id: passkey.id }))).toBe('notFound');
    expect(await codeOf(t.bob.api.vault.slotUsed({ id: fresh.id }))).toBe('notFound');
    await t.outbox.flush();
    const told = t.mails.filter(({ to }) => to === person.email).map(({ text }) => text);
    for (const what of ['opens the vault, “Téléphone”', 'the passphrase of the vault was changed', 'no longer opens'])
      expect(told.filter((text) => text.includes(what))).toHaveLength(1);
  });

  it('VAULT-3: stay when the password is reset or changed', async () => {
    const before = await api.vault.state();
    await api.profile.changePassword({ currentPassword: 'Correct-horse-7!', newPassword: 'Other-horse-8!' });
    expect(await api.vault.state()).toEqual(before);
  });
});
