import { mailOutbox } from '@nuances/db/schema';
import { sql } from 'drizzle-orm';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { testApp, type TestApp } from '../testing/test-app.ts';
import { createFileTransport } from './file-transport.ts';
import type { OutgoingMail, Transport, Writer } from './mail.ts';
import { createOutbox } from './outbox.ts';

let t: TestApp;
afterEach(() => t.close());

const mail = { to: 'a@example.org', subject: 'Hello', text: 'text', html: '<p>text</p>' };
const outgoing: OutgoingMail = { ...mail, goodForS: 60 };
const quiet = { warn: () => undefined };
const boxOf = (transport: Transport, reset: Writer = () => Promise.resolve(null)) =>
  createOutbox({ db: t.services.db, keys: t.masterKeys, transport, writers: { reset }, log: quiet });
const enqueue = (count = 1) =>
  t.services.db.transaction(async (transaction) => {
    for (let index = 0; index < count; index += 1) await t.outbox.enqueue(transaction, outgoing);
  });
const dueNow = () => t.db.update(mailOutbox).set({ nextAttemptAt: sql`now()`, lockedUntil: null });

it('sends a mail if and only if its transaction committed', async () => {
  t = await testApp();
  await t.services.db
    .transaction(async (transaction) => {
      await t.outbox.enqueue(transaction, outgoing);
      throw new Error('rolled back');
    })
    .catch(() => undefined);
  expect(await t.outbox.flush()).toBe(0);
  await enqueue();
  expect(await t.outbox.flush()).toBe(1);
  expect(t.mails).toEqual([mail]);
});

it('several instances send each of many mails once', async () => {
  t = await testApp();
  await enqueue(40);
  const sent: string[] = [];
  const boxes = Array.from({ length: 4 }, () => boxOf(async (id) => void sent.push(id)));
  await Promise.all(boxes.map((box) => box.flush()));
  expect([sent.length, new Set(sent).size]).toEqual([40, 40]);
});

it('keeps a mail that could not be sent, with the same id, and waits longer each time', async () => {
  t = await testApp();
  const ids: string[] = [];
  let works = false;
  const box = boxOf(async (id) => {
    ids.push(id);
    if (!works) throw new Error(`refused for ${mail.to}`);
  });
  await enqueue();
  const pauses: number[] = [];
  for (let attempt = 0; attempt < 3; attempt += 1) {
    expect(await box.flush()).toBe(0);
    const [row] = await t.db
      .select({ pause: sql<number>`extract(epoch from next_attempt_at - now())::float8`, error: mailOutbox.lastError })
      .from(mailOutbox);
    pauses.push(row?.pause ?? 0);
    expect(row?.error).toBe('Error');
    await dueNow();
  }
  expect(pauses.map(Math.round)).toEqual([5, 10, 20]);
  works = true;
  expect(await box.flush()).toBe(1);
  expect(new Set(ids).size).toBe(1);
});

it('takes over the claims of a crashed instance after their lease', async () => {
  t = await testApp();
  await enqueue();
  await t.db.update(mailOutbox).set({ lockedUntil: sql`now() + interval '60 seconds'` });
  expect(await t.outbox.flush()).toBe(0);
  await t.db.update(mailOutbox).set({ lockedUntil: sql`now() - interval '1 second'` });
  expect(await t.outbox.flush()).toBe(1);
});

it('renders a draft once when it is sent, and drops one without a recipient', async () => {
  t = await testApp();
  const sent: string[] = [];
  const asked: string[] = [];
  let works = false;
  const boxes = Array.from({ length: 3 }, () =>
    boxOf(
      async (_id, { to }) => void sent.push(to),
      async (_transaction, about) => {
        asked.push(about);
        if (!works) throw new Error('database away');
        return about === 'known' ? outgoing : null;
      },
    ),
  );
  const flushAll = () => Promise.all(boxes.map((box) => box.flush()));
  await t.services.db.transaction(async (transaction) => {
    await t.outbox.enqueueDraft(transaction, 'reset', 'known');
    await t.outbox.enqueueDraft(transaction, 'reset', 'unknown');
  });
  expect(JSON.stringify(await t.db.select().from(mailOutbox))).not.toContain('known');
  await flushAll();
  expect([asked.toSorted(), sent]).toEqual([['known', 'unknown'], []]);
  works = true;
  await dueNow();
  await flushAll();
  expect(sent).toEqual([mail.to]);
  expect(await t.db.select().from(mailOutbox)).toEqual([]);
});

it('sends within two minutes after an outage of an hour', async () => {
  t = await testApp();
  await enqueue();
  await t.db.update(mailOutbox).set({ attempts: 60, expiresAt: sql`now() + interval '1 hour'` });
  await boxOf(() => Promise.reject(new Error('away'))).flush();
  const [row] = await t.db
    .select({ pause: sql<number>`extract(epoch from next_attempt_at - now())::float8` })
    .from(mailOutbox);
  expect(row?.pause).toBeGreaterThan(50);
  expect(row?.pause).toBeLessThan(120);
});

it('sends as soon as a transaction has committed, and stops after stop', async () => {
  t = await testApp();
  t.outbox.start();
  const enqueueAndSend = () => t.outbox.transaction((transaction) => t.outbox.enqueue(transaction, outgoing));
  await enqueueAndSend();
  await expect.poll(() => t.mails.length).toBe(1);
  await t.outbox.stop();
  await enqueueAndSend();
  // stop waits for the round in progress.
  await t.outbox.stop();
  expect(t.mails).toHaveLength(1);
});

it('writes files atomically with mode 600, and logs only their names', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'nuances-mail-'));
  const folder = join(parent, 'outbox');
  const lines: string[] = [];
  t = await testApp({
    transport: createFileTransport(folder, { warn: (details) => lines.push(JSON.stringify(details)) }),
  });
  await enqueue();
  await t.outbox.flush();
  const [name = '', ...more] = await readdir(folder);
  expect(more).toEqual([]);
  expect(name).toMatch(/^\d{4}-\d\d-\d\dT[\d-]+\.\d{3}Z-[0-9a-f-]{36}\.json$/);
  expect(JSON.parse(await readFile(join(folder, name), 'utf8'))).toEqual(mail);
  expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
  expect(lines).toEqual([JSON.stringify({ file: name })]);
  await rm(parent, { recursive: true });
});
