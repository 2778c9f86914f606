import { notes, scans, usageEvents } from '@nuances/db/schema';
import { quotas } from '@nuances/domain/limits';
import { eq, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { lockWaits } from '../testing/lock-waits.ts';
import { seal } from '../testing/seal.ts';
import { testApp, type TestApp } from '../testing/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
beforeEach(async () => {
  await t.db.delete(notes);
  await t.db.delete(scans);
});
afterAll(() => t.close());

const at = '2024-05-01T08:00:00.000Z';
const scanOf = (id = randomUUID()) => ({
  _id: id,
  answers: [1, 6, 9, 7, 5, 8, 7],
  duration: 40,
  createdAt: at,
  receivedAt: '2024-05-03T08:00:00.000Z',
  tags: seal(t.alice.userKey, '["sommeil"]'),
});
const noteOf = (scanResultId: string | null, id = randomUUID()) => ({
  _id: id,
  title: '',
  text: seal(t.alice.userKey, 'Trois poires'),
  categoryId: 'red' as const,
  scanResultId,
  createdAt: at,
  receivedAt: at,
  updatedAt: at,
});
const storedOf = async (person: TestApp['alice']) => ({
  scans: await person.api.results.own({}),
  notes: (await person.api.notes.all()).notes,
});

describe('restoring an export', () => {
  it('brings back ids, times, tags and links of an account that was emptied, and counts nothing', async () => {
    const scan = scanOf();
    const note = noteOf(scan._id);
    const [{ n: before } = { n: 0 }] = await t.db.select({ n: sql<number>`count(*)::int` }).from(usageEvents);
    expect(await t.alice.api.restore.add({ scans: [scan], notes: [note] })).toEqual({
      scans: [scan._id],
      notes: [{ _id: note._id, revision: 1 }],
      moods: [],
    });
    const stored = await storedOf(t.alice);
    expect(stored.scans).toMatchObject([
      { ...scan, createdAt: new Date(at), receivedAt: new Date(scan.receivedAt), scoring: 16 },
    ]);
    const instant = new Date(at);
    expect(stored.notes).toMatchObject([
      { ...note, createdAt: instant, receivedAt: instant, updatedAt: instant, revision: 1 },
    ]);
    const [{ n: after } = { n: -1 }] = await t.db.select({ n: sql<number>`count(*)::int` }).from(usageEvents);
    expect(after).toBe(before);
  });

  it('changes nothing when it is repeated, or when the same ids hold something else', async () => {
    const scan = scanOf();
    const note = noteOf(scan._id);
    await t.alice.api.restore.add({ scans: [scan], notes: [note] });
    const before = await storedOf(t.alice);
    const other = {
      scans: [{ ...scan, answers: [9, 9, 9, 9, 9, 9, 9], tags: null }],
      notes: [{ ...note, text: seal(t.alice.userKey, 'Autre') }],
    };
    for (const part of [{ scans: [scan], notes: [note] }, other])
      expect(await t.alice.api.restore.add(part)).toEqual({ scans: [], notes: [], moods: [] });
    expect(await storedOf(t.alice)).toEqual(before);
  });

  it('is of the own account: the same ids of another person are free, and their scans are no link', async () => {
    const scan = scanOf();
    await t.alice.api.restore.add({ scans: [scan], notes: [] });
    const note = noteOf(scan._id);
    await t.bob.api.restore.add({ scans: [], notes: [note] });
    expect((await storedOf(t.bob)).notes).toMatchObject([{ _id: note._id, scanResultId: null }]);
    expect((await storedOf(t.alice)).notes).toEqual([]);
    expect(await t.bob.api.restore.undo({ scans: [scan._id], notes: [] })).toEqual({ scans: [], notes: [] });
    expect((await storedOf(t.alice)).scans).toHaveLength(1);
  });

  it('is taken back in the order of every deletion: no note is held while it waits for a scan', async () => {
    const scan = scanOf();
    const added = await t.alice.api.restore.add({ scans: [scan], notes: [noteOf(scan._id)] });
    let undone: ReturnType<typeof t.alice.api.restore.undo> | undefined;
    await t.db.transaction(async (deleting) => {
      await deleting.select().from(scans).where(eq(scans.userId, t.alice.id)).for('update');
      undone = t.alice.api.restore.undo(added);
      await expect.poll(() => lockWaits(t), { interval: 5 }).toBeGreaterThan(0);
      await deleting.select().from(notes).where(eq(notes.userId, t.alice.id)).for('update', { noWait: true });
    });
    expect(await undone).toEqual({ scans: [scan._id], notes: added.notes.map(({ _id }) => _id) });
  });

  it('continues the revisions of a note that was deleted, so that every device sees a change', async () => {
    const note = noteOf(null);
    await t.alice.api.restore.add({ scans: [], notes: [note] });
    await t.alice.api.notes.delete({ _id: note._id });
    const added = await t.alice.api.restore.add({ scans: [], notes: [note] });
    expect(added.notes).toEqual([{ _id: note._id, revision: 2 }]);
    expect((await storedOf(t.alice)).notes).toMatchObject([{ revision: 2 }]);
    expect((await t.alice.api.restore.undo(added)).notes).toEqual([note._id]);
  });

  it('stores nothing of a part that would exceed the quota', async () => {
    await t.db.execute(sql`
      insert into scans (user_id, id, answers, scoring, created_at, received_at)
      select ${t.alice.id}, gen_random_uuid(), '{5,5,5,5,5,5,5}', 0, now(), now() from generate_series(1, ${quotas.scans - 1})`);
    await expect(t.alice.api.restore.add({ scans: [scanOf(), scanOf()], notes: [noteOf(null)] })).rejects.toMatchObject(
      {
        cause: { code: 'quotaReached' },
      },
    );
    expect((await storedOf(t.alice)).notes).toEqual([]);
    // Control: one that fits is stored.
    expect((await t.alice.api.restore.add({ scans: [scanOf()], notes: [] })).scans).toHaveLength(1);
  });

  it('lets the next save count again what the account stores', async () => {
    const { scanQuota, noteQuota } = t.services;
    // As saves do; on a distributed database those of notes always count.
    for (const quota of [scanQuota, noteQuota]) quota.note(t.alice.id, { count: 0, bytes: 0 }, { count: 1, bytes: 1 });
    const mustCount = () => [scanQuota.mustCount(t.alice.id), noteQuota.mustCount(t.alice.id)];
    expect(mustCount()).toEqual([false, false]);
    await t.alice.api.restore.add({ scans: [scanOf()], notes: [] });
    expect(mustCount()).toEqual([true, true]);
  });

  it('is refused without an envelope: no clear text is stored', async () => {
    const clear = { ...noteOf(null), text: 'Trois poires' };
    const { status } = await t.http('POST', '/api/restore', {
      token: t.alice.shortToken,
      body: { scans: [], notes: [clear] },
    });
    expect(status).toBe(400);
    expect((await storedOf(t.alice)).notes).toEqual([]);
  });
});

describe('taking a restore back', () => {
  it('removes what was added, and leaves a note that was changed since with its scan', async () => {
    const [kept, gone] = [scanOf(), scanOf()];
    const [changed, same] = [noteOf(kept._id), noteOf(gone._id)];
    await t.alice.api.restore.add({ scans: [kept, gone], notes: [changed, same] });
    await t.alice.api.notes.update({ _id: changed._id, categoryId: 'blue', text: seal(t.alice.userKey, 'Plus') });
    const ids = {
      scans: [kept._id, gone._id],
      notes: [changed, same].map(({ _id }) => ({ _id, revision: 1 })),
    };
    expect(await t.alice.api.restore.undo(ids)).toEqual({ scans: [gone._id], notes: [same._id] });
    const stored = await storedOf(t.alice);
    expect(stored.scans.map(({ _id }) => _id)).toEqual([kept._id]);
    expect(stored.notes).toMatchObject([{ _id: changed._id, scanResultId: kept._id }]);
    // And again: nothing more.
    expect(await t.alice.api.restore.undo(ids)).toEqual({ scans: [], notes: [] });
    expect(await t.db.select().from(scans).where(eq(scans.userId, t.alice.id))).toHaveLength(1);
  });
});
