/** Moves of all content from one key to another (SPEC.md VAULT-3). */
import { ledgerEntries, notes, scans, users, vaultSlots } from '@nuances/db/schema';
import { quotas } from '@nuances/domain/limits';
import { eq, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { dump, rowsWith } from '../testing/dump.ts';
import { seal } from '../testing/seal.ts';
import { password, type TestApp, useApp } from '../testing/test-app.ts';
import {
  beginVault,
  clearEnvelope,
  codeOf,
  envelope,
  prove,
  sealAll,
  slot,
  slots,
  turnVaultOn,
} from '../testing/vault.ts';

let t: TestApp;
useApp((app) => (t = app));

type Person = TestApp['alice'];

const answers = [1, 2, 3, 4, 5, 6, 7];
const restored = { createdAt: '2026-04-01T08:00:00.000Z', categoryId: 'red' as const };
/** An envelope of version 1 that this key opens. */
const sealedWith = (key: string) => seal(key, 'sous le tilleul');
const rowOf = async ({ id }: Person) => {
  const [row] = await t.db.select().from(users).where(eq(users.id, id));
  return row ?? expect.unreachable();
};

/** Somebody with a profile, a tagged scan, and a note that is linked to it. */
async function settled() {
  const person = await t.person();
  const { api, email } = person;
  await api.profile.update({
    ...{ firstName: 'Orchidea', lastName: 'Lavande', email, dateOfBirth: '1990-04-01' },
    ...{ countryOfResidency: 'France', passion: 'marguerites' },
  });
  const { _id: scanId } = await api.results.create({ answers, duration: 60, tags: clearEnvelope() });
  const { note } = await api.notes.create({ text: clearEnvelope(), categoryId: 'yellow', scanResultId: scanId });
  return { person, scanId, note };
}

describe('into a vault', () => {
  it('VAULT-3: asks for a proof of the last minutes, and for a passphrase and a recovery code', async () => {
    const person = await t.person();
    const begin = (list: ReturnType<typeof slot>[]) =>
      person.api.vault.begin({ to: 'vault', keyVersion: 1, slots: list });
    expect(await codeOf(begin(slots()))).toBe('proofRequired');
    await prove(person);
    for (const list of [
      [],
      [slot('passphrase')],
      [slot('passkey'), slot('recovery')],
      [...slots(), slot('passphrase')],
    ])
      expect(await codeOf(begin(list))).toBe('badRequest');
    expect(await codeOf(person.api.vault.begin({ to: 'server', keyVersion: 1, slots: [] }))).toBe('vaultChanged');
    expect((await person.api.vault.state()).keyMode).toBe('server');
  });

  it('VAULT-3: begins once, also by two devices at once; a call whose answer was lost is answered again', async () => {
    const person = await t.person();
    await prove(person);
    const calls = [slots(), slots()].map((list) => ({ to: 'vault' as const, keyVersion: 1, slots: list }));
    const ended = await Promise.all(calls.map((call) => codeOf(person.api.vault.begin(call))));
    expect(ended.toSorted()).toEqual([null, 'vaultChanged'].toSorted());
    const won = calls[ended.indexOf(null)] ?? expect.unreachable();
    const again = await person.api.vault.begin(won);
    expect(again).toMatchObject({ keyMode: 'moving', keyTarget: 'vault', keyVersion: 2 });
    expect(again.slots.map(({ wrapped }) => wrapped).toSorted()).toEqual(
      won.slots.map((one) => one.wrapped).toSorted(),
    );
    await t.outbox.flush();
    const told = t.mails.filter(({ to }) => to === person.email).map(({ text }) => text);
    expect(told).toHaveLength(1);
    expect(told[0]).toContain('the vault was turned on.');
  });

  it('VAULT-3: goes on from any step, is not ended while rows are left, and leaves neither key nor content', async () => {
    const { person, scanId, note } = await settled();
    const { api } = person;
    const tags = (await api.results.byId({ _id: scanId })).tags;
    await beginVault(person);
    const begun = await api.vault.state();
    expect(begun.left).toEqual({ notes: 1, scans: 1, moods: 0, profile: 1 });
    // Another device knows nothing of it yet.
    const late = await api.notes.create({ text: clearEnvelope(), categoryId: 'red' });
    const first = await api.vault.finish({ keyVersion: 2 });
    expect(first).toMatchObject({ isFinished: false, state: { left: { notes: 2 } } });
    const sealed = envelope(256);
    const move = { _id: note._id, isMove: true, sealed, revision: note.revision };
    const scan = { _id: scanId, isMove: true, sealed: envelope(), tags: envelope(), tagsBefore: tags };
    for (const _ of [1, 2])
      expect(await api.vault.put({ keyVersion: 2, notes: [move], scans: [scan] })).toMatchObject({
        notes: [{ outcome: 'saved', revision: 1 }],
        scans: [{ outcome: 'saved' }],
      });
    expect(await api.vault.put({ keyVersion: 2, notes: [{ ...move, sealed: envelope(256) }] })).toMatchObject({
      notes: [{ outcome: 'conflict', note: { sealed, keyVersion: 2, categoryId: null, title: '', text: '' } }],
    });
    await sealAll(person);
    const { isFinished, state } = await api.vault.finish({ keyVersion: 2 });
    expect(isFinished).toBe(true);
    expect(state).toMatchObject({ keyMode: 'vault', keyTarget: null, since: expect.any(Date), left: { notes: 0 } });
    expect(await api.vault.finish({ keyVersion: 2 })).toMatchObject({ isFinished: true });
    const row = await rowOf(person);
    expect(row).toMatchObject({ userKeySealed: null, keyMode: 'vault', firstName: '', passion: '', dateOfBirth: null });
    const [stored] = await t.db.select().from(scans).where(eq(scans.userId, person.id));
    expect(stored).toMatchObject({ answers: null, scoring: null, durationS: null, keyVersion: 2 });
    for (const word of ['Orchidea', 'Lavande', 'marguerites', tags ?? '', note.text, late.note.text])
      expect(rowsWith(await dump(t.db), word), word).toEqual([]);
  });

  it('VAULT-3: what was changed meanwhile is not written over, and moves after it was read again', async () => {
    const { person, scanId, note } = await settled();
    const { api } = person;
    const { tags } = await api.results.byId({ _id: scanId });
    await beginVault(person);
    const changed = await api.notes.update({ _id: note._id, title: '', text: clearEnvelope(), categoryId: 'blue' });
    await api.results.setTags({ _id: scanId, tags: clearEnvelope() });
    const put = await api.vault.put({
      keyVersion: 2,
      notes: [{ _id: note._id, isMove: true, sealed: envelope(256), revision: note.revision }],
      scans: [{ _id: scanId, isMove: true, sealed: envelope(), tags: envelope(), tagsBefore: tags }],
    });
    expect(put.notes[0]).toMatchObject({ outcome: 'conflict', note: { text: changed.note.text, categoryId: 'blue' } });
    expect(put.scans[0]).toMatchObject({ outcome: 'conflict', scan: { answers } });
    await sealAll(person);
    expect((await api.vault.finish({ keyVersion: 2 })).isFinished).toBe(true);
    expect((await api.notes.all()).notes[0]?.revision).toBe(2);
  });

  it('VAULT-3: what does not open is deleted only as it was shown, never what was sealed anew since', async () => {
    const { person, scanId, note } = await settled();
    const other = await person.api.notes.create({ text: clearEnvelope(), categoryId: 'red' });
    const moods = { _id: randomUUID(), sealed: envelope(4_096) };
    await turnVaultOn(person);
    const { api } = person;
    await api.vault.restore({ keyVersion: 2, moods: [{ ...moods, receivedAt: new Date().toISOString() }] });
    const read = async () => ({
      notes: (await api.notes.all()).notes.map(({ _id, sealed }) => ({ _id, sealed: [sealed ?? ''] })),
      scans: (await api.results.own()).map(({ _id, sealed, tags }) => ({ _id, sealed: [sealed ?? '', tags ?? ''] })),
      moods: (await api.moods.own()).map(({ _id, sealed }) => ({ _id, sealed: [sealed ?? ''] })),
    });
    const ids = async () => Object.values(await read()).map((rows) => rows.map(({ _id }) => _id).toSorted());
    const all = [[note._id, other.note._id].toSorted(), [scanId], [moods._id]];
    // Of the current key.
    await api.vault.removeUnopened(await read());
    expect(await ids()).toEqual(all);
    await beginVault(person);
    const shown = await read();
    // Another device has the former key, and moves all but one note.
    await api.vault.put({
      keyVersion: 3,
      notes: [{ _id: note._id, isMove: true, sealed: envelope(256), revision: note.revision }],
      scans: [{ _id: scanId, isMove: true, sealed: envelope(), tags: null, tagsBefore: shown.scans[0]?.sealed[1] }],
      moods: [{ _id: moods._id, sealed: envelope(4_096) }],
    });
    await api.vault.removeUnopened({ notes: [{ _id: other.note._id, sealed: [envelope(256)] }] });
    expect(await ids()).toEqual(all);
    await api.vault.removeUnopened(shown);
    expect(await ids()).toEqual([[note._id], [scanId], [moods._id]]);
    // Envelopes that a later renewal makes former are not the ones that were shown.
    await sealAll(person);
    await api.vault.finish({ keyVersion: 3 });
    await beginVault(person);
    await api.vault.removeUnopened(shown);
    expect(await ids()).toEqual([[note._id], [scanId], [moods._id]]);
    await api.vault.removeUnopened({
      ...(await read()),
      scans: (await api.results.own()).map(({ _id, sealed, tags }) => ({
        _id,
        sealed: [sealed, tags].filter((envelope) => envelope !== null && envelope !== undefined),
      })),
    });
    expect(await ids()).toEqual([[], [], []]);
  });

  it('VAULT-3: old calls write over a sealed note only as a whole, and it moves again', async () => {
    const { person, scanId, note } = await settled();
    const { api } = person;
    await beginVault(person);
    await sealAll(person);
    expect((await api.vault.state()).left).toEqual({ notes: 0, scans: 0, moods: 0, profile: 0 });
    const change = { _id: note._id, text: clearEnvelope(), categoryId: 'blue' as const };
    expect(await codeOf(api.notes.update(change))).toBe('vaultSealed');
    expect(await codeOf(api.notes.update({ ...change, title: '', revision: 9 }))).toBe('vaultSealed');
    expect(await codeOf(api.results.setTags({ _id: scanId, tags: clearEnvelope() }))).toBe('vaultSealed');
    const { note: written } = await api.notes.update({ ...change, title: '' });
    expect(written).toMatchObject({ text: change.text, categoryId: 'blue', scanResultId: scanId, revision: 2 });
    expect((await api.vault.finish({ keyVersion: 2 })).state.left).toEqual({
      notes: 1,
      scans: 0,
      moods: 0,
      profile: 0,
    });
  });

  it('VAULT-3: a move does not write over a profile that the person has sealed meanwhile', async () => {
    const { person } = await settled();
    const { api } = person;
    await beginVault(person);
    const mine = envelope(16_384);
    await api.vault.put({ keyVersion: 2, profile: { sealed: envelope(16_384) } });
    await api.vault.put({ keyVersion: 2, profile: { sealed: mine } });
    await sealAll(person);
    expect((await api.vault.state()).profile).toEqual({ sealed: mine, keyVersion: 2 });
    expect((await api.vault.finish({ keyVersion: 2 })).isFinished).toBe(true);
  });

  it('VAULT-3: a move does not write over a profile that an old call has stored since it was read', async () => {
    const { person } = await settled();
    const { api, email } = person;
    await beginVault(person);
    const read = await api.vault.state();
    const form = { lastName: 'B', email, dateOfBirth: '1990-04-01', countryOfResidency: 'France' };
    await api.profile.update({ ...form, firstName: 'Anna' });
    const move = (stamp: string | null) =>
      api.vault.put({ keyVersion: 2, profile: { isMove: true, sealed: envelope(16_384), stamp } });
    expect(await move(read.profileStamp)).toMatchObject({ profile: { isSaved: false } });
    expect(await api.profile.get()).toMatchObject({ firstName: 'Anna', profileSealed: null });
    expect((await api.vault.finish({ keyVersion: 2 })).isFinished).toBe(false);
    const stamp = (await api.vault.state()).profileStamp;
    expect(await move(stamp)).toMatchObject({ profile: { isSaved: true } });
    expect(await api.vault.state()).toMatchObject({ left: { profile: 0 }, profileStamp: null });
  });

  it('VAULT-3: a scan that is sent again, with tags, does not lose them beside a sealed one', async () => {
    const person = await t.person();
    const { api } = person;
    const { _id } = await api.results.create({ answers });
    await beginVault(person);
    await sealAll(person);
    expect((await api.results.create({ _id, answers }))._id).toBe(_id);
    expect(await codeOf(api.results.create({ _id, answers, tags: clearEnvelope() }))).toBe('vaultSealed');
  });

  it('VAULT-3: an old call stores no profile once the move has sealed it, and the move can end', async () => {
    const { person } = await settled();
    const { api, email } = person;
    const form = { lastName: 'B', email, dateOfBirth: '1990-04-01', countryOfResidency: 'France' };
    await beginVault(person);
    await api.profile.update({ ...form, firstName: 'Anna' });
    expect(await api.profile.get()).toMatchObject({ firstName: 'Anna', passion: 'marguerites', profileKeyVersion: 1 });
    await sealAll(person);
    expect(await codeOf(api.profile.update({ ...form, firstName: 'Berthe' }))).toBe('vaultSealed');
    expect((await api.vault.finish({ keyVersion: 2 })).isFinished).toBe(true);
  });

  it('VAULT-3: an old call that is being stored when the move ends is either left, or refused', async () => {
    const person = await t.person();
    const { api } = person;
    await beginVault(person);
    await sealAll(person);
    const text = clearEnvelope();
    const [saved, ended] = await Promise.all([
      codeOf(api.notes.create({ text, categoryId: 'red' })),
      api.vault.finish({ keyVersion: 2 }),
    ]);
    expect([saved === null, ended.isFinished]).toContain(true);
    expect(saved).toBe(ended.isFinished ? 'vaultSealed' : null);
    expect(rowsWith(await dump(t.db), text)).toHaveLength(ended.isFinished ? 0 : 1);
  });
});

it('VAULT-3: a move has twice the room of an account, either way, and no more', async () => {
  const { person, scanId, note } = await settled();
  const { api } = person;
  const fill = (bytes: number) =>
    t.db.execute(sql`
      insert into notes (user_id, id, title_sealed, text_sealed, category_id, revision, created_at, updated_at)
      select ${person.id}, gen_random_uuid(), '', repeat('A', 1000000), 'red', 1, now(), now()
      from generate_series(1, ${Math.floor(bytes / 1_000_000)}::int) n`);
  await fill(1.5 * quotas.sealedBytes);
  await beginVault(person);
  const move = { _id: note._id, isMove: true, sealed: envelope(256), revision: 1 };
  const put = () => api.vault.put({ keyVersion: 2, notes: [move] });
  const own = { _id: randomUUID(), isMove: false, sealed: envelope(256) };
  expect(await codeOf(api.vault.put({ keyVersion: 2, notes: [own] }))).toBe('quotaReached');
  expect((await put()).notes[0]).toMatchObject({ outcome: 'saved' });
  await fill(quotas.sealedBytes);
  expect(await codeOf(put())).toBe('quotaReached');
  await t.db.update(users).set({ keyTarget: 'server', keyVersion: 3 }).where(eq(users.id, person.id));
  const scan = { _id: scanId, answers, duration: 60, kept: [], moment: 'exact' as const, tags: null };
  const { tags } = await api.results.byId({ _id: scanId });
  const clear = { keyVersion: 3, scans: [{ ...scan, tagsBefore: tags }] };
  expect(await codeOf(api.vault.putClear(clear))).toBe('quotaReached');
  await t.db.delete(notes).where(eq(notes.userId, person.id));
  expect((await api.vault.putClear(clear)).scans[0]).toMatchObject({ outcome: 'saved' });
});

describe('to a new key, and back', () => {
  it('VAULT-3: renews the key: the former slots go, and rows of the former key are moved', async () => {
    const { person } = await settled();
    const { api } = person;
    const on = await turnVaultOn(person);
    const begun = await beginVault(person);
    expect(begun).toMatchObject({ keyMode: 'moving', keyTarget: 'vault', keyVersion: 3 });
    expect(begun.slots).toHaveLength(4);
    expect(await codeOf(api.notes.create({ text: clearEnvelope(), categoryId: 'red' }))).toBe('vaultSealed');
    expect(await codeOf(api.vault.put({ keyVersion: 2, profile: { sealed: envelope() } }))).toBe('vaultChanged');
    await sealAll(person);
    const { state } = await api.vault.finish({ keyVersion: 3 });
    expect(state).toMatchObject({ keyMode: 'vault', keyVersion: 3, since: on.since });
    expect(state.slots.map(({ keyVersion }) => keyVersion)).toEqual([3, 3]);
  });

  it('VAULT-3: goes back to a fresh key of the server, with all content', async () => {
    const { person, scanId, note } = await settled();
    const { api, email } = person;
    await turnVaultOn(person);
    await prove(person);
    const begun = await api.vault.begin({ to: 'server', keyVersion: 2, slots: [] });
    expect(begun).toMatchObject({ keyMode: 'moving', keyTarget: 'server', keyVersion: 3 });
    const { userKey } = await api.notes.userKey();
    expect(userKey).toMatch(/^[0-9a-f]{64}$/);
    expect(userKey).not.toBe(person.userKey);
    const profile = { firstName: 'Orchidea', lastName: 'Lavande', email, dateOfBirth: '1990-04-01' };
    expect(await codeOf(api.profile.update({ ...profile, countryOfResidency: 'France' }))).toBe('vaultSealed');
    const { tags } = await api.results.byId({ _id: scanId });
    const text = clearEnvelope();
    const clear = {
      keyVersion: 3,
      notes: [{ _id: note._id, revision: 1, title: '', text, categoryId: 'yellow' as const }],
      scans: [{ _id: scanId, answers, duration: 60, kept: [1], moment: 'part' as const, tags: null, tagsBefore: tags }],
      profile: { firstName: 'Orchidea', lastName: '', dateOfBirth: null, countryOfResidency: '', passion: 'lys' },
    };
    for (const _ of [1, 2])
      expect(await api.vault.putClear(clear)).toMatchObject({
        notes: [{ outcome: 'saved' }],
        scans: [{ outcome: 'saved' }],
      });
    const { isFinished, state } = await api.vault.finish({ keyVersion: 3 });
    expect(isFinished).toBe(true);
    expect(state).toMatchObject({ keyMode: 'server', since: null, slots: [], manifest: null });
    expect(await api.results.byId({ _id: scanId })).toMatchObject({ answers, scoring: -14, duration: 60, kept: [1] });
    expect((await api.notes.all()).notes[0]).toMatchObject({ text, categoryId: 'yellow', revision: 1 });
    expect(await api.profile.get()).toMatchObject({ firstName: 'Orchidea', lastName: '', passion: 'lys' });
    expect((await rowOf(person)).profileSealed).toBeNull();
    // And once more from the start.
    expect(await turnVaultOn(person)).toMatchObject({ keyMode: 'vault', keyVersion: 4 });
  });
});

describe('after a vault that was turned off', () => {
  it('VAULT-3: takes only what the present key opens: nobody has the one that a device of before still holds', async () => {
    const { person, note } = await settled();
    const { api, userKey: former } = person;
    await turnVaultOn(person);
    await prove(person);
    const { keyVersion } = await api.vault.begin({ to: 'server', keyVersion: 2, slots: [] });
    const present = sealedWith((await api.notes.userKey()).userKey);
    await api.vault.putClear({
      keyVersion,
      notes: [{ _id: note._id, revision: 1, title: '', text: present, categoryId: 'yellow' }],
      scans: (await api.results.own()).map(({ _id, tags }) => ({
        ...{ _id, answers, duration: 60, kept: [], moment: 'exact' as const, tags: null, tagsBefore: tags },
      })),
      profile: { firstName: 'Orchidea', lastName: '', dateOfBirth: null, countryOfResidency: '' },
    });
    expect(await api.vault.finish({ keyVersion })).toMatchObject({ isFinished: true });

    const scanId = (await api.results.own())[0]?._id ?? expect.unreachable();
    const writes = (text: string) => [
      () => api.notes.create({ text, categoryId: 'red' }),
      () => api.notes.create({ title: text, text: present, categoryId: 'red' }),
      () => api.notes.update({ _id: note._id, text, categoryId: 'red' }),
      () => api.results.create({ answers, duration: 60, tags: text }),
      () => api.results.setTags({ _id: scanId, tags: text }),
      () => api.restore.add({ scans: [], notes: [{ ...restored, _id: randomUUID(), title: text, text }], moods: [] }),
      () =>
        api.restore.add({ scans: [{ ...restored, _id: randomUUID(), answers, duration: 60, tags: text }], notes: [] }),
    ];
    const refused = sealedWith(former);
    for (const write of writes(refused)) expect(await codeOf(write())).toBe('vaultChanged');
    expect(rowsWith(await dump(t.db), refused)).toEqual([]);
    for (const write of writes(present)) await write();
  });
});

describe('anew', () => {
  it('VAULT-3: erases what only the vault opens, after the password, and keeps what came unsealed', async () => {
    const { person, note } = await settled();
    const { api } = person;
    const word = 'erase' as const;
    expect(await codeOf(api.vault.anew({ password, word }))).toBe('vaultChanged');
    await turnVaultOn(person);
    const sealed = (await api.notes.all()).notes[0]?.sealed ?? expect.unreachable();
    const { _id } = await api.results.create({ answers });
    expect(await codeOf(api.vault.anew({ password: 'Wrong-horse-7!', word }))).toBe('currentPassword');
    const state = await api.vault.anew({ password, word });
    expect(state).toMatchObject({ keyMode: 'server', keyVersion: 3, slots: [], profile: { sealed: null } });
    expect((await api.results.own()).map((scan) => scan._id)).toEqual([_id]);
    expect((await api.notes.all()).notes).toEqual([]);
    const text = sealedWith((await api.notes.userKey()).userKey);
    expect((await api.notes.create({ text, categoryId: 'red' })).note.revision).toBe(1);
    expect(rowsWith(await dump(t.db), sealed)).toEqual([]);
    // One that a device brings back has another revision than the one that other devices have a copy of.
    expect((await api.notes.create({ _id: note._id, text, categoryId: 'red' })).note.revision).toBe(note.revision + 1);
  });

  it('VAULT-3: erases the content also from a backup, while the key is renewed; not while some of it was not sealed', async () => {
    const [renewing, entering] = [await t.person(), await t.person()];
    await turnVaultOn(renewing);
    for (const person of [renewing, entering]) {
      await beginVault(person);
      await person.api.vault.anew({ password, word: 'erase' });
    }
    const subjectsOf = async ({ id }: Person) => {
      const entries = await t.db.select().from(ledgerEntries).where(eq(ledgerEntries.userId, id));
      return entries.map(({ subject }) => subject).filter((subject) => subject === 'notes' || subject === 'scans');
    };
    expect((await subjectsOf(renewing)).toSorted()).toEqual(['notes', 'scans']);
    expect(await subjectsOf(entering)).toEqual([]);
  });

  it('VAULT-3: ends a move that cannot go on, and keeps what was not sealed yet, with its key', async () => {
    const { person, note } = await settled();
    const { api } = person;
    await beginVault(person);
    await api.vault.put({
      keyVersion: 2,
      scans: (await api.results.own()).map(({ _id, tags }) => ({
        ...{ _id, isMove: true, sealed: envelope(), tags: null, tagsBefore: tags },
      })),
    });
    await api.vault.anew({ password, word: 'effacer' });
    expect((await api.notes.userKey()).userKey).toBe(person.userKey);
    expect(await api.results.own()).toEqual([]);
    expect((await api.notes.all()).notes).toMatchObject([{ _id: note._id, text: note.text, scanResultId: null }]);
    expect(await api.profile.get()).toMatchObject({ firstName: 'Orchidea' });
    expect((await turnVaultOn(person)).keyMode).toBe('vault');
  });
});

it('VAULT-3: nothing of one account moves with another', async () => {
  const [mine, other] = [await settled(), await settled()];
  await beginVault(mine.person);
  const put = await mine.person.api.vault.put({
    keyVersion: 2,
    notes: [{ _id: other.note._id, isMove: true, sealed: envelope(), revision: 1 }],
    scans: [{ _id: other.scanId, isMove: true, sealed: envelope(), tags: null }],
  });
  expect(put).toMatchObject({ notes: [{ code: 'notFound' }], scans: [{ code: 'notFound' }] });
  const [row] = await t.db.select().from(notes).where(eq(notes.userId, other.person.id));
  expect(row).toMatchObject({ sealed: null, keyVersion: 1, id: other.note._id });
  expect(await t.db.$count(vaultSlots, eq(vaultSlots.userId, other.person.id))).toBe(0);
});
