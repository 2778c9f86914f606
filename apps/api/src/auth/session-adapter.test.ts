import { hashToken } from '@nuances/crypto/tokens';
import { sessions, users } from '@nuances/db/schema';
import { limits } from '@nuances/domain/limits';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { testApp, type TestApp } from '../testing/test-app.ts';
import { createLucia, createSessionAdapter } from './session-adapter.ts';

let t: TestApp;
let lucia: ReturnType<typeof createLucia>;
beforeAll(async () => {
  t = await testApp();
  lucia = createLucia(t.db);
});
afterAll(() => t.close());
afterEach(() => vi.restoreAllMocks());

const dayMs = 86_400_000;
const rowOf = (id: string) => eq(sessions.id, id);
/** Changes with every write of the row. */
async function versionOf(id: string) {
  const [row] = await t.db
    .select({ version: sql<string>`xmin::text` })
    .from(sessions)
    .where(rowOf(id));
  return row?.version;
}
const daysLeft = async (id: string) => {
  const left = sql<number>`round(extract(epoch from ${sessions.expiresAt} - now()) / 86400)::int`;
  return (await t.db.select({ left }).from(sessions).where(rowOf(id)))[0]?.left;
};

describe('validating a session', () => {
  it.each([-40, 40])('uses the clock of the database when that of the process is %i days off', async (days) => {
    const id = hashToken((await t.person(`clock${days < 0 ? '_behind' : '_ahead'}`)).refreshToken);
    const now = Date.now();
    vi.spyOn(Date, 'now').mockReturnValue(now + days * dayMs);
    expect((await lucia.validateSession(id)).session?.id).toBe(id);
    await t.db
      .update(sessions)
      .set({ expiresAt: sql`now() - interval '1 second'` })
      .where(rowOf(id));
    expect(await lucia.validateSession(id)).toEqual({ session: null, user: null });
  });

  it('writes nothing, also in the second half of the idle period, unlike a refresh', async () => {
    const person = await t.person('reader');
    const id = hashToken(person.refreshToken);
    await t.db
      .update(sessions)
      .set({ expiresAt: sql`now() + interval '3 days'` })
      .where(rowOf(id));
    const before = await versionOf(id);
    expect(await lucia.validateSession(id)).toMatchObject({ session: { fresh: false }, user: { role: 'user' } });
    expect(await versionOf(id)).toBe(before);
    await t.services.sessions.refresh(person.refreshToken, { userAgent: undefined, rotates: false });
    expect(await versionOf(id)).not.toBe(before);
  });
});

it('extends a session by the clock of the database, not beyond the absolute limit', async () => {
  const id = hashToken((await t.person('extended')).refreshToken);
  const { updateSessionExpiration } = createSessionAdapter(t.db);
  for (const [absoluteDays, expected] of [
    [80, 30],
    [5, 5],
  ]) {
    await t.db
      .update(sessions)
      .set({
        expiresAt: sql`now() + interval '1 day'`,
        absoluteExpiresAt: sql`now() + make_interval(days => ${absoluteDays}::int)`,
      })
      .where(rowOf(id));
    await updateSessionExpiration(id, new Date(0));
    expect(await daysLeft(id)).toBe(expected);
  }
});

it('starts a session over the limit and ends the oldest in one transaction', async () => {
  const { id: userId } = await t.person('many');
  const start = () =>
    t.services.sessions.start({ userId, role: 'user', passwordHash: hash }, { userAgent: undefined, rotates: false });
  const [account] = await t.db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, userId));
  const hash = account?.passwordHash ?? null;
  const count = () => t.db.$count(sessions, eq(sessions.userId, userId));
  for (let more = 1; more < limits.sessions; more += 1) await start();
  // As if the process ended before the oldest does.
  await t.db.execute(sql`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'no deletion'; end $$`);
  await t.db.execute(sql`create trigger refuse before delete on sessions for each row execute function refuse()`);
  await expect(start()).rejects.toThrow('Failed query');
  await t.db.execute(sql`drop function refuse cascade`);
  expect(await count()).toBe(limits.sessions);
  expect(await start()).not.toBeNull();
  expect(await Promise.all([start(), start(), start()])).not.toContain(null);
  expect(await count()).toBe(limits.sessions);
});

it('ends one login with all its tokens, or all logins of one account', async () => {
  const [person, other] = [await t.person('several'), await t.person('neighbour')];
  const how = { userAgent: undefined, rotates: true };
  const next = await t.services.sessions.refresh(person.refreshToken, how);
  const second = await t.services.sessions.refresh(next?.refreshToken ?? '', how);
  expect(await t.db.$count(sessions, eq(sessions.userId, person.id))).toBe(3);
  expect(await lucia.getUserSessions(person.id)).toMatchObject([{ id: hashToken(second?.refreshToken ?? '') }]);
  await lucia.invalidateSession(hashToken(person.refreshToken));
  expect(await t.db.$count(sessions, eq(sessions.userId, person.id))).toBe(0);

  expect(await t.db.$count(sessions, eq(sessions.userId, other.id))).toBe(1);
  await lucia.invalidateUserSessions(t.bob.id);
  expect(await t.db.$count(sessions, eq(sessions.userId, t.bob.id))).toBe(0);
  expect(await t.db.$count(sessions, eq(sessions.userId, other.id))).toBe(1);
});
