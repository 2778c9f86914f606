import { notes, scans } from '@nuances/db/schema';
import { quotas } from '@nuances/domain/limits';
import { and, eq, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { seal } from '../testing/seal.ts';
import { type TestApp, useApp } from '../testing/test-app.ts';

let t: TestApp;
useApp((app) => (t = app));

const answers = [1, 2, 3, 4, 5, 6, 7];
const sentence = 'Votre compte est plein.';
const isFull = { status: 409, json: { code: 'quotaReached', message: expect.stringContaining(sentence) } };

it('an account stores 20,000 scans; a repeated save is no new one, and a deletion frees a place', async () => {
  const person = await t.person('many_scans');
  await t.db.execute(sql`
    insert into scans (user_id, id, answers, scoring, created_at, received_at)
    select ${person.id}, gen_random_uuid(), '{1,2,3,4,5,6,7}', -14, now() - n * interval '1 minute', now()
    from generate_series(1, ${quotas.scans - 1}::int) n`);
  const request = { token: person.shortToken, language: 'fr' };
  const save = (_id: string) => t.http('POST', '/api/results', { ...request, body: { _id, answers, duration: 5 } });
  const [last, refused] = [randomUUID(), randomUUID()];
  expect((await save(last)).status).toBe(201); // control: the one before the limit
  expect(await save(refused)).toMatchObject(isFull);
  expect(await save(refused)).toMatchObject(isFull);
  expect((await save(last)).status).toBe(201); // a retry
  expect(await t.events(person.id)).toEqual(['scan']);
  expect((await t.http('DELETE', `/api/results/${last}`, request)).status).toBe(200);
  expect((await save(refused)).status).toBe(201);
  expect(await t.db.$count(scans, eq(scans.userId, person.id))).toBe(quotas.scans);
  // Other accounts are not affected.
  const other = { token: t.alice.shortToken, body: { answers, duration: 5 } };
  expect((await t.http('POST', '/api/results', other)).status).toBe(201);
});

it('an account stores 20,000 notes', async () => {
  const person = await t.person('many_notes');
  const text = seal(person.userKey, 'x');
  await t.db.execute(sql`
    insert into notes (user_id, id, title_sealed, text_sealed, category_id, revision, created_at, updated_at)
    select ${person.id}, gen_random_uuid(), '', ${text}, 'red', 1, now() - n * interval '1 minute', now()
    from generate_series(1, ${quotas.notes - 1}::int) n`);
  const request = { token: person.shortToken, language: 'fr' };
  const save = (_id: string, sealed = text) =>
    t.http('POST', '/api/notes', { ...request, body: { _id, text: sealed, categoryId: 'red' } });
  const [last, refused] = [randomUUID(), randomUUID()];
  expect((await save(last)).status).toBe(200);
  expect(await save(refused)).toMatchObject(isFull);
  expect(await t.events(person.id)).toEqual(['note_created']);
  // At the quota existing notes can still be changed, also to a longer text.
  expect((await save(last, seal(person.userKey, 'longer'))).status).toBe(200);
  // A conflict would add a note.
  const stale = { text: seal(person.userKey, 'elsewhere'), categoryId: 'red', revision: 1 };
  expect(await t.http('PUT', `/api/notes/${last}`, { ...request, body: stale })).toMatchObject(isFull);
  expect((await t.http('DELETE', `/api/notes/${last}`, request)).status).toBe(200);
  expect((await save(refused)).status).toBe(200);
});

it('an account stores 64 MiB of sealed notes; a shorter text is always accepted', async () => {
  const person = await t.person('long_notes');
  const id = randomUUID();
  const noteBytes = 200_000;
  const count = Math.floor(quotas.sealedBytes / noteBytes);
  await t.db.execute(sql`
    insert into notes (user_id, id, title_sealed, text_sealed, category_id, revision, created_at, updated_at)
    select ${person.id}, case n when 1 then ${id}::uuid else gen_random_uuid() end, '', repeat('A', ${noteBytes}::int), 'red', 1, now(), now()
    from generate_series(1, ${count}::int) n`);
  const request = { token: person.shortToken, language: 'fr' };
  const left = quotas.sealedBytes - count * noteBytes;
  const envelope = (bytes: number) => Buffer.alloc((bytes / 4) * 3, 1).toString('base64');
  const save = (_id: string, text: string) =>
    t.http('POST', '/api/notes', { ...request, body: { _id, text, categoryId: 'red' } });
  const fourths = (bytes: number) => Math.floor(bytes / 4) * 4;
  expect(await save(randomUUID(), envelope(fourths(left) + 4))).toMatchObject(isFull);
  expect((await save(randomUUID(), envelope(fourths(left)))).status).toBe(200); // control: exactly the quota
  expect(await save(id, envelope(noteBytes + 4))).toMatchObject(isFull);
  const [kept] = await t.db
    .select()
    .from(notes)
    .where(and(eq(notes.userId, person.id), eq(notes.id, id)));
  expect([kept?.revision, kept?.textSealed.length]).toEqual([1, noteBytes]);
  // Tags of scans count with them.
  const tagged = (tags: string | null) =>
    t.http('POST', '/api/results', { ...request, body: { answers, duration: 5, tags } });
  expect(await tagged(envelope(400))).toMatchObject(isFull);
  const bare = await tagged(null);
  const tagsPath = `/api/results/${String(Object(bare.json)._id)}/tags`;
  expect(await t.http('PUT', tagsPath, { ...request, body: { tags: envelope(400) } })).toMatchObject(isFull);
  expect((await save(id, envelope(400))).status).toBe(200);
  expect((await tagged(envelope(400))).status).toBe(201);
  expect((await t.http('PUT', tagsPath, { ...request, body: { tags: envelope(400) } })).status).toBe(200);
});
