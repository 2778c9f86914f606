/** Quotas under parallel calls: of two instances on one database, which do not know of each other's saves. */
import { parseMasterKey } from '@nuances/crypto/master-key';
import { notes, scans } from '@nuances/db/schema';
import { testDatabase } from '@nuances/db/testing';
import { quotas } from '@nuances/domain/limits';
import { eq, sql } from 'drizzle-orm';
import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../testing/test-app.ts';

let apps: readonly [TestApp, TestApp];
beforeAll(async () => {
  const database = await testDatabase();
  const masterKeys = { current: parseMasterKey(randomBytes(32).toString('hex')), previous: null };
  apps = [
    await testApp({ database, masterKeys, suffix: '_one' }),
    await testApp({ database, masterKeys, suffix: '_two' }),
  ];
});
afterAll(async () => {
  await apps[1].close();
  await apps[0].close().catch(() => undefined); // the database is dropped already
});

const answers = [1, 2, 3, 4, 5, 6, 7];
const parallel = 50;
const envelope = (bytes: number) => Buffer.alloc((bytes / 4) * 3, 1).toString('base64');

/** How many of so many calls at the same time, half of them at each instance, stored something; the others are refused. */
async function race(call: (app: TestApp, index: number) => ReturnType<TestApp['http']>) {
  const calls = Array.from({ length: parallel }, (_, index) => call(apps[index % 2 === 0 ? 0 : 1], index));
  const answered = await Promise.all(calls);
  // On a busy machine some wait for longer than for a lock may be waited, and are sent again.
  for (const { status } of answered) expect([200, 201, 409, 503]).toContain(status);
  return answered.filter(({ status }) => status < 300).length;
}

type Person = Awaited<ReturnType<TestApp['person']>>;
const db = () => apps[0].db;
const fillScans = ({ id }: Person, count: number) =>
  db().execute(sql`
    insert into scans (user_id, id, answers, scoring, created_at, received_at)
    select ${id}, gen_random_uuid(), '{1,2,3,4,5,6,7}', -14, now() - n * interval '1 minute', now()
    from generate_series(1, ${count}::int) n`);
const fillNotes = ({ id }: Person, count: number, bytes: number) =>
  db().execute(sql`
    insert into notes (user_id, id, title_sealed, text_sealed, category_id, revision, created_at, updated_at)
    select ${id}, gen_random_uuid(), '', repeat('A', ${bytes}::int), 'red', 1, now() - n * interval '1 minute', now()
    from generate_series(1, ${count}::int) n`);
const storedBytes = async ({ id }: Person) => {
  const [row] = await db().execute<{ bytes: number }>(sql`
    select (select coalesce(sum(octet_length(title_sealed) + octet_length(text_sealed)), 0) from notes where user_id = ${id})::float8
      + (select coalesce(sum(octet_length(tags_sealed)), 0) from scans where user_id = ${id})::float8 as bytes`);
  return row?.bytes;
};

it('50 parallel saves end at exactly 20,000 scans', async () => {
  const person = await apps[0].person('race_scans');
  await fillScans(person, quotas.scans - 10);
  const saved = await race((app) =>
    app.http('POST', '/api/results', { token: person.shortToken, body: { _id: randomUUID(), answers, duration: 5 } }),
  );
  expect(saved).toBe(10);
  expect(await db().$count(scans, eq(scans.userId, person.id))).toBe(quotas.scans);
});

it('50 parallel saves end at exactly 20,000 notes, new ones and the second copies of conflicts', async () => {
  const person = await apps[0].person('race_notes');
  const text = envelope(40);
  const _id = randomUUID();
  await fillNotes(person, quotas.notes - 11, 40);
  await person.api.notes.create({ _id, text, categoryId: 'red' });
  await person.api.notes.update({ _id, text: envelope(44), categoryId: 'red' });
  const token = person.shortToken;
  const saved = await race((app, index) =>
    index % 5 === 0
      ? app.http('PUT', `/api/notes/${_id}`, {
          token,
          body: { text: envelope(48 + 4 * index), categoryId: 'red', revision: 1 },
        })
      : app.http('POST', '/api/notes', { token, body: { _id: randomUUID(), text, categoryId: 'red' } }),
  );
  expect(saved).toBe(10);
  expect(await db().$count(notes, eq(notes.userId, person.id))).toBe(quotas.notes);
});

it('50 parallel saves of long notes and tags end at 64 MiB', async () => {
  const person = await apps[0].person('race_bytes');
  const [noteBytes, tagBytes] = [200_000, 1_200];
  const ids = Array.from({ length: parallel }, () => randomUUID());
  for (const _id of ids) await person.api.results.create({ _id, answers });
  const full = Math.floor(quotas.sealedBytes / noteBytes) - 3;
  await fillNotes(person, full, noteBytes);
  const token = person.shortToken;
  await race((app, index) =>
    index % 2 === 0
      ? app.http('POST', '/api/notes', {
          token,
          body: { _id: randomUUID(), text: envelope(noteBytes), categoryId: 'red' },
        })
      : app.http('PUT', `/api/results/${ids[index] ?? ''}/tags`, { token, body: { tags: envelope(tagBytes) } }),
  );
  const bytes = (await storedBytes(person)) ?? 0;
  expect(bytes).toBeLessThanOrEqual(quotas.sealedBytes);
  expect(bytes).toBeGreaterThan(quotas.sealedBytes - 2 * noteBytes); // control: all that fits is stored
});

it('parallel restores end at the quota, each whole or not at all', async () => {
  const person = await apps[0].person('race_restore');
  await fillScans(person, quotas.scans - 100);
  const createdAt = '2026-01-02T03:04:05.000Z';
  const part = () => ({
    scans: Array.from({ length: 20 }, () => ({ _id: randomUUID(), answers, duration: 5, createdAt, tags: null })),
    notes: [],
  });
  const restored = await race((app) => app.http('POST', '/api/restore', { token: person.shortToken, body: part() }));
  expect(restored).toBe(5);
  expect(await db().$count(scans, eq(scans.userId, person.id))).toBe(quotas.scans);
});

it('an erasure of a part leaves no restored row, whatever receipt or time it was sent with', async () => {
  const person = await apps[0].person('race_receipt');
  const ahead = new Date(Date.now() + 4 * 60_000).toISOString();
  const times = { createdAt: ahead, receivedAt: ahead };
  const text = envelope(40);
  await person.api.restore.add({
    scans: [{ _id: randomUUID(), answers, ...times, tags: null }],
    notes: [
      { _id: randomUUID(), title: '', text, categoryId: 'red', ...times },
      { _id: randomUUID(), title: '', text, categoryId: 'red', createdAt: ahead, receivedAt: null },
    ],
  });
  const { at } = await person.api.profile.erasable();
  expect(await person.api.profile.erasePart({ part: 'scans', before: at })).toEqual({ erased: 1, more: false });
  expect(await person.api.profile.erasePart({ part: 'notes', before: at })).toEqual({ erased: 2, more: false });
  expect(await person.api.profile.erasable()).toMatchObject({ scans: 0, notes: 0 });
});
