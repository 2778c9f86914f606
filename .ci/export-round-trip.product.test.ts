/// <reference lib="dom" />
/**
 * An account that is exported, erased and restored into an empty one is the same: through the code of the app and the
 * whole API with its database. No room may import both, so it stands here.
 */
import { importNoteKey, openText, sealText } from '@nuances/crypto/note-envelope';
import { serverKeys } from '@nuances/crypto/vault/rows';
import { noteCategories } from '@nuances/domain/axes';
import { profileToRestore } from '@nuances/domain/export-file';
import { restoreParts } from '@nuances/domain/restore/parts';
import { filedNow, planRestore } from '@nuances/domain/restore/plan';
import { tagsOfText, textOfTags } from '@nuances/domain/scan/tags';
import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { password, type TestApp, useApp } from '../apps/api/src/testing/test-app.ts';
import { filesOfArchive, sampleTexts } from '../apps/web/src/archive/archive-testing.ts';
import { makeArchive } from '../apps/web/src/archive/make-archive.ts';
import { readArchive } from '../apps/web/src/archive/read-archive.ts';

let t: TestApp;
useApp((app) => (t = app));

type Person = Awaited<ReturnType<TestApp['person']>>;

const time = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2026-11-01'), noInvalidDate: true })
  .map((date) => date.toISOString());
const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 80 }),
  fc.constantFrom('', '=1+1', '</style><script>1</script>', '"a";b,\r\nc', '\uFEFF---\n# x', 'שלום 🌻'),
);
const name = fc.constantFrom('Léa', 'O’Brien', 'Zoë-Marie', 'X');
/** The profile says no NUL and no marks that turn the direction of writing, which are refused. */
const plain = fc.constantFrom('', 'La mer', '=café', 'a,b "c"', '🌻');

const account = fc.record({
  profile: fc.record({
    firstName: name,
    lastName: name,
    dateOfBirth: fc.constantFrom('1990-12-10T00:00:00.000Z', '2001-02-28T00:00:00.000Z'),
    countryOfResidency: fc.constantFrom('France', 'Côte d’Ivoire'),
    gender: fc.constantFrom('', 'female', 'male'),
    passion: plain,
    mission: plain,
    vocation: plain,
    profession: plain,
    birthPlace: plain,
    birthTime: fc.constantFrom('', '07:05', '23:59'),
  }),
  scans: fc.array(
    fc.record({
      answers: fc.array(fc.integer({ min: 1, max: 10 }), { minLength: 7, maxLength: 7 }),
      duration: fc.option(fc.integer({ min: 0, max: 86_400 }), { nil: undefined }),
      createdAt: time,
      tags: fc.uniqueArray(fc.constantFrom('sommeil', '=café', 'a,b', '"x"', 'été'), { maxLength: 4 }),
    }),
    { minLength: 1, maxLength: 8 },
  ),
  notes: fc.array(
    fc.record({
      title: text,
      text: text.map((value) => value || 'x'),
      categoryId: fc.constantFrom(...noteCategories),
      createdAt: time,
      about: fc.option(fc.nat()),
      changes: fc.integer({ min: 0, max: 2 }),
    }),
    { minLength: 1, maxLength: 8 },
  ),
});
type Account = typeof account extends fc.Arbitrary<infer Value> ? Value : never;

/** Writes an account through the API, sealed as the app seals it. */
async function write({ api, email, userKey }: Person, { profile, scans, notes }: Account): Promise<void> {
  const key = await importNoteKey(userKey);
  await api.profile.update({ ...profile, email });
  const ids: string[] = [];
  for (const { tags, ...scan } of scans) {
    const _id = randomUUID();
    const words = textOfTags(tags);
    await api.results.create({ ...scan, _id, tags: words === null ? null : await sealText(key, words) });
    ids.push(_id);
  }
  for (const { title, text: content, about, changes, ...note } of notes) {
    const scanResultId = about === null ? null : (ids[about % ids.length] ?? null);
    const sealed = async (round: number) => ({
      ...note,
      scanResultId,
      title: title === '' ? '' : await sealText(key, title),
      text: await sealText(key, round === changes ? content : `${content} ${round}`),
    });
    const { note: stored } = await api.notes.create(await sealed(0));
    for (let round = 1; round <= changes; round += 1)
      await api.notes.update({ _id: stored._id, ...(await sealed(round)) });
  }
}

/** Everything of an account that an export brings back, in clear. */
async function read({ api, userKey }: Person) {
  const key = await importNoteKey(userKey);
  const { profile, scans, notes } = await api.profile.exportData();
  const { id: _id, username: _username, email: _email, createdAt: _at, ...about } = profile;
  const { emailVerifiedAt: _verified, emailClaimedAt: _claimed, verifyRemindedAt: _told, ...fields } = about;
  return {
    fields,
    scans: await Promise.all(
      scans.map(async ({ tags, ...scan }) => ({
        ...scan,
        tags: tags === null ? [] : tagsOfText(await openText(key, tags)),
      })),
    ),
    // The number of changes begins anew.
    notes: await Promise.all(
      notes.map(async ({ revision: _revision, title, text: content, ...note }) => ({
        ...note,
        title: await openText(key, title),
        text: await openText(key, content),
      })),
    ),
  };
}

/** The file that the app makes of the server's answer. */
async function exportOf({ shortToken, userKey }: Person, passphrase: string | null): Promise<Blob> {
  const answer = await t.http('GET', '/trpc/profile.exportData', { token: shortToken });
  const { bytes, closed } = await makeArchive(
    {
      answer: new TextEncoder().encode(answer.text),
      keys: serverKeys(await importNoteKey(userKey)),
      passphrase,
      profile: null,
      language: { locale: 'fr', texts: sampleTexts },
      names: { page: 'lire-moi.html', table: 'scans.csv', moods: 'humeurs.csv' },
    },
    () => undefined,
  );
  expect(closed).toEqual({ notes: 0, others: 0 });
  if (passphrase === null) expect([...filesOfArchive(bytes).keys()]).toContain('nuances.json');
  return new Blob([bytes]);
}

/** Restores a file into an account, as the app does it after its preview. */
async function restore({ api, email, userKey }: Person, file: Blob, passphrase: string | null): Promise<void> {
  const read = await readArchive(file, passphrase);
  const plan = await planRestore(read, { scans: new Set(), notes: new Map(), moods: [] }, Date.now());
  const key = await importNoteKey(userKey);
  for await (const part of restoreParts((text) => sealText(key, text), plan)) await api.restore.add(part);
  const profile = profileToRestore(read.profile, { ...(await api.profile.get()), email });
  if (profile) await api.profile.update(profile.input);
}

async function roundTrip(all: Account, passphrase: string | null): Promise<void> {
  const [before, after] = [await t.person(), await t.person()];
  await write(before, all);
  const written = await read(before);
  expect([written.scans.length, written.notes.length]).toEqual([all.scans.length, all.notes.length]);
  const file = await exportOf(before, passphrase);
  await before.api.profile.erase({ password });
  await t.services.erasures.flush();
  await expect(read(before)).rejects.toThrow('sessionMissing');

  await restore(after, file, passphrase);
  expect(await read(after)).toEqual(written);
  // However often it runs.
  await restore(after, file, passphrase);
  expect(await read(after)).toEqual(written);
}

it('EXPORT-2: what is exported, erased and restored into an empty account is the same', async () => {
  await fc.assert(
    fc.asyncProperty(account, (all) => roundTrip(all, null)),
    { numRuns: 6 },
  );
}, 120_000);

it('EXPORT-4, EXPORT-5: what is said before is what is stored, of a file with twins, broken records and times to come', async () => {
  const person = await t.person();
  const { api, userKey } = person;
  const key = await importNoteKey(userKey);
  const scan = { _id: randomUUID(), answers: [1, 2, 3, 4, 5, 6, 7], createdAt: '2026-01-01T08:00:00.000Z', tags: [] };
  const note = { _id: randomUUID(), title: '', text: 'A', categoryId: 'red', createdAt: scan.createdAt };
  const createdAt = new Date(Date.now() + 86_400_000).toISOString();
  const file = {
    profile: { username: 'lea' },
    scans: [scan, scan, { ...scan, answers: [7, 7, 7, 7, 7, 7, 7] }, { ...scan, answers: [0] }],
    notes: [note, { ...note, text: 'B' }, { ...note, text: 7 }, { ...note, _id: randomUUID(), createdAt, text: 'C' }],
  };
  const plan = async () => {
    const read = await readArchive(new Blob([JSON.stringify(file)]), null);
    expect(read.faults).toEqual([
      { kind: 'scan', place: 4, field: 'answers' },
      { kind: 'note', place: 3, field: 'text' },
    ]);
    const { scans, notes } = await api.profile.exportData();
    const texts = notes.map(
      async ({ _id, text: sealed }) => [_id, { title: '', text: await openText(key, sealed) }] as const,
    );
    const stored = { scans: new Set(scans.map(({ _id }) => _id)), notes: new Map(await Promise.all(texts)), moods: [] };
    return planRestore(read, stored, Date.now());
  };
  const add = async (planned: Awaited<ReturnType<typeof plan>>) => {
    const counts = { scans: 0, notes: 0 };
    for await (const part of restoreParts((clear) => sealText(key, clear), planned)) {
      const added = await api.restore.add(part);
      counts.scans += added.scans.length;
      counts.notes += added.notes.length;
    }
    return counts;
  };
  const first = await plan();
  expect(first).toMatchObject({ twice: 2, repeated: 1, ahead: { notes: [{ text: 'C' }] } });
  expect(await add(first)).toEqual({ scans: 2, notes: 2 });
  const stored = await read(person);
  expect(stored.notes.map((one) => one.text).toSorted()).toEqual(['A', 'B']);
  expect(stored.scans.map(({ answers }) => answers?.[0]).toSorted()).toEqual([1, 7]);
  // Again, with the other choice: only what was left out.
  const before = Date.now();
  expect(await add(filedNow(await plan(), before))).toEqual({ scans: 0, notes: 1 });
  const moved = (await read(person)).notes.find((one) => one.text === 'C');
  expect(moved?.createdAt.getTime()).toBe(before);
  expect(await add(filedNow(await plan(), before))).toEqual({ scans: 0, notes: 0 });
});

it('EXPORT-2: through the sealed form too', async () => {
  await fc.assert(
    fc.asyncProperty(account, (all) => roundTrip(all, 'quatre mots au café')),
    { numRuns: 1 },
  );
}, 120_000);
