import { authAttempts, loginFailures, loginOrigins } from '@nuances/db/schema';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { password, testApp, type TestApp } from '../testing/test-app.ts';
import { type LoginAttempts, createLoginAttempts } from './login-attempts.ts';

const limit = 4;
let t: TestApp;
let attempts: LoginAttempts;
beforeAll(async () => {
  t = await testApp();
});
beforeEach(async () => {
  attempts = createLoginAttempts(t.db, t.masterKeys, limit);
  await t.db.delete(authAttempts);
  await t.db.delete(loginFailures);
  await t.db.delete(loginOrigins);
});
afterAll(() => t.close());

const home = '192.0.2.1';
const stranger = (index: number) => `198.51.100.${index}`;
/** What a try came to: whether the password fitted, or how long to wait. */
async function outcome(work: Promise<unknown>): Promise<unknown> {
  return work.catch((error: unknown) => ({ waitS: Object(error).retryAfterS, code: Object(error).code }));
}
const attempt = (address: string, fits: boolean, userId: string | null = t.alice.id, name = 'alice') =>
  outcome(attempts.checkPassword({ userId, name, address }, () => Promise.resolve(fits)));
const waits = (least: number, most: number) => ({
  code: 'rateLimited',
  waitS: expect.toSatisfy((value: number) => value >= least && value <= most),
});
const aMinute = waits(1, 60);
const aDay = waits(86_000, 86_400);
/** As if a minute had passed. */
async function nextWindow(): Promise<void> {
  const minuteAgo = (column: unknown) => sql`${column} - interval '61 seconds'`;
  await t.db.update(loginFailures).set({ resetsAt: minuteAgo(loginFailures.resetsAt) });
  await t.db.update(loginOrigins).set({ resetsAt: minuteAgo(loginOrigins.resetsAt) });
  await t.db.update(authAttempts).set({ resetsAt: minuteAgo(authAttempts.resetsAt) });
}
async function failTimes(count: number, from: (index: number) => string = stranger): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    if (index % limit === 0) await nextWindow();
    expect(await attempt(from(index), false)).toBe(false);
  }
}

describe('attempts of one address', () => {
  it('are counted together by all instances', async () => {
    const other = createLoginAttempts(t.db, t.masterKeys, limit);
    for (let index = 0; index < limit; index += 1) await (index % 2 ? attempts : other).recordAttempt(home);
    expect(await outcome(attempts.recordAttempt(home))).toEqual(aMinute);
    expect(await outcome(other.recordAttempt(home))).toEqual(aMinute);
    expect(await outcome(other.recordAttempt(stranger(1)))).toBeUndefined();
    await nextWindow();
    const third = createLoginAttempts(t.db, t.masterKeys, limit); // has not been told to refuse
    expect(await outcome(third.recordAttempt(home))).toBeUndefined();
  });

  it('are refused without asking the database once they are too many', async () => {
    await Promise.allSettled(Array.from({ length: limit + 1 }, () => attempts.recordAttempt(stranger(77))));
    const [before] = await t.db.select().from(authAttempts);
    for (let index = 0; index < 20; index += 1)
      expect(await outcome(attempts.recordAttempt(stranger(77)))).toEqual(aMinute);
    expect((await t.db.select().from(authAttempts))[0]?.count).toBe(before?.count);
  });

  it('let as many through as the limit says, however many come at once', async () => {
    const sent = await Promise.all(Array.from({ length: 20 }, () => outcome(attempts.recordAttempt(stranger(78)))));
    expect(sent.filter((one) => one === undefined)).toHaveLength(limit);
  });

  it('are kept without the address', async () => {
    await attempts.recordAttempt(home);
    await attempt(home, true);
    const rows = [authAttempts, loginFailures, loginOrigins].map((table) => t.db.select().from(table));
    const text = JSON.stringify(await Promise.all(rows));
    expect(text).not.toContain(home);
    expect(text.match(/[0-9a-f]{64}/g)).toHaveLength(3);
  });
});

describe('wrong passwords of one account', () => {
  it('are refused over the limit, from any address, also the right one, until the window is over', async () => {
    await failTimes(limit);
    for (const address of [stranger(1), stranger(200), home]) {
      expect(await attempt(address, false)).toEqual(aMinute);
      expect(await attempt(address, true)).toEqual(aMinute);
    }
    expect(await attempt(stranger(1), true, t.bob.id, 'bob')).toBe(true); // control: another account
    await nextWindow();
    expect(await attempt(home, true)).toBe(true);
  });

  it('are checked no more often when many come at once', async () => {
    const count = 30;
    let [checked, refused] = [0, 0];
    let finish: () => void = () => undefined;
    const allCame = new Promise<void>((resolve) => (finish = resolve));
    // A check takes until all the others have been refused.
    const check = async () => {
      checked += 1;
      await allCame;
      return false;
    };
    await Promise.all(
      Array.from({ length: count }, (_, index) =>
        attempts.checkPassword({ userId: t.alice.id, name: 'alice', address: stranger(index) }, check).catch(() => {
          refused += 1;
          if (refused === count - limit) finish();
        }),
      ),
    );
    expect(checked).toBe(limit);
  });

  it('count the same for a name that nobody has', async () => {
    const unknown = (address: string) => attempt(address, false, null, 'Nobody_here');
    for (let index = 0; index < limit; index += 1) expect(await unknown(stranger(index))).toBe(false);
    expect(await unknown(home)).toEqual(aMinute);
    expect(await attempt(home, false, null, 'nobody_HERE')).toEqual(aMinute);
    expect(await attempt(home, false, null, 'somebody_else')).toBe(false);
  });

  it('a right one takes nothing from the limit, nor does a check that could not be made', async () => {
    for (let index = 0; index < 3 * limit; index += 1) expect(await attempt(home, true)).toBe(true);
    for (let index = 0; index < 3 * limit; index += 1) {
      const who = { userId: t.alice.id, name: 'alice', address: stranger(index) };
      const full = attempts.checkPassword(who, () => Promise.reject(new Error('full')));
      await expect(full).rejects.toThrow('full');
    }
    expect(await attempt(stranger(1), false)).toBe(false);
    expect((await t.db.select().from(loginFailures))[0]).toMatchObject({ count: 1, inARow: 1 });
  });

  it('of strangers never shut out an address that logged in before, whose own are counted apart', async () => {
    expect(await attempt(home, true)).toBe(true);
    await failTimes(limit);
    expect(await attempt(stranger(1), true)).toEqual(aMinute); // control: not known here
    expect(await attempt(home, false)).toEqual(aMinute); // wrong, and one too many for the account
    expect(await attempt(home, true)).toBe(true);
    for (let index = 0; index < limit; index += 1) await attempt(home, false);
    expect(await attempt(home, true)).toEqual(aMinute);
    await nextWindow();
    expect(await attempt(home, true)).toBe(true);
  });
});

describe('very many in a row', () => {
  it('make the account refuse strangers for a day, and no longer; home goes on', async () => {
    expect(await attempt(home, true)).toBe(true);
    await failTimes(10 * limit);
    await nextWindow();
    expect(await attempt(stranger(1), true)).toEqual(aDay);
    expect(await attempt(home, true)).toBe(true);
    expect(await attempt(stranger(1), true)).toEqual(aDay); // the owner's login does not let them in
    await t.db.update(loginFailures).set({ lockedUntil: sql`now() - interval '1 second'` });
    await nextWindow();
    // Neither does one more failure bring the lock back.
    expect(await attempt(stranger(1), false)).toBe(false);
    expect(await attempt(stranger(1), true)).toBe(true);
  });

  it('do not keep out whoever proves the mailbox with a reset link; strangers stay out, and so does its next address', async () => {
    await failTimes(10 * limit);
    await nextWindow();
    expect(await attempt(stranger(1), true)).toEqual(aDay);
    await t.services.db.transaction((transaction) => attempts.trustDevice(transaction, t.alice.id, stranger(1)));
    expect(await attempt(stranger(1), true)).toBe(true);
    for (const address of [stranger(2), stranger(3)]) expect(await attempt(address, true)).toEqual(aDay);
    // It is as limited as any other of the account's own.
    await nextWindow();
    for (let index = 0; index < limit; index += 1) expect(await attempt(stranger(1), false)).toBe(false);
    expect(await attempt(stranger(1), true)).toEqual(aMinute);
  });

  it('begin anew with every success, and rise with the limit', async () => {
    await failTimes(10 * limit - 1);
    await nextWindow();
    expect(await attempt(home, true)).toBe(true);
    await failTimes(10 * limit - 1);
    await nextWindow();
    expect(await attempt(stranger(1), true)).toBe(true);
    attempts = createLoginAttempts(t.db, t.masterKeys, 2 * limit);
    await failTimes(10 * limit + 1);
    await nextWindow();
    expect(await attempt(stranger(250), true)).toBe(true);
  });
});

it('takes the highest limit there is', async () => {
  attempts = createLoginAttempts(t.db, t.masterKeys, 999_999_999);
  await t.db.delete(loginFailures);
  expect(await attempt(home, false)).toBe(false);
  await t.db.update(loginFailures).set({ count: 2_000_000_000, inARow: 2_000_000_000 });
  expect(await attempt(home, false)).toEqual(aMinute);
});

it('a crowd at one account leaves the other calls their connections', async () => {
  const crowd = Promise.allSettled(
    Array.from({ length: 300 }, (_, index) => attempt(stranger(index % 250), false).then((one) => Object(one).code)),
  );
  const read = await Promise.race([
    t.db
      .select({ id: loginOrigins.origin })
      .from(loginOrigins)
      .then(() => 'read'),
    crowd.then(() => 'crowd'),
  ]);
  expect(read).toBe('read');
  const codes = (await crowd).map((one) => (one.status === 'fulfilled' ? one.value : one.status));
  expect(codes.filter((code) => code === 'unavailable').length).toBeGreaterThan(0);
  expect(codes).not.toContain('rejected');
});

it('forgets what is over, and only that', async () => {
  await attempts.recordAttempt(home);
  await attempt(home, true);
  await attempts.removeExpired();
  const counts = async () =>
    Promise.all([authAttempts, loginFailures, loginOrigins].map((table) => t.db.$count(table)));
  expect(await counts()).toEqual([1, 1, 1]);
  const longAgo = sql`now() - interval '91 days'`;
  await t.db.update(authAttempts).set({ resetsAt: longAgo });
  await t.db.update(loginFailures).set({ failedAt: longAgo, lockedUntil: sql`now() + interval '1 hour'` });
  await t.db.update(loginOrigins).set({ succeededAt: longAgo });
  await attempts.removeExpired();
  expect(await counts()).toEqual([0, 1, 0]);
  await t.db.update(loginFailures).set({ lockedUntil: null });
  await attempts.removeExpired();
  expect(await counts()).toEqual([0, 0, 0]);
});

it('over HTTP: the eleventh wrong password is 429 with Retry-After whatever address is claimed', async () => {
  const limited = await testApp({ config: { authRateLimit: 10, trustProxy: ['loopback'] } });
  try {
    const login = (address: string, secret: string, username = 'alice') =>
      limited.http('POST', '/api/auth/login', {
        body: { username, password: secret },
        headers: { 'x-forwarded-for': address },
      });
    for (let index = 0; index < 10; index += 1)
      expect((await login(stranger(index), 'Wrong-horse-7!', index % 2 ? 'ALICE' : 'alice@example.org')).status).toBe(
        401,
      );
    for (const secret of ['Wrong-horse-7!', password]) {
      const refused = await login(stranger(99), secret);
      expect([refused.status, refused.json]).toMatchObject([429, { code: 'rateLimited' }]);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    }
    await limited.db.update(loginFailures).set({ resetsAt: sql`now() - interval '1 second'` });
    expect((await login(stranger(99), password)).status).toBe(200);
    expect(await limited.db.$count(loginOrigins, eq(loginOrigins.userId, limited.alice.id))).toBe(1);
  } finally {
    await limited.close();
  }
});

it('over HTTP: many names from one address are throttled, whatever it forwards without being trusted', async () => {
  const limited = await testApp({ config: { authRateLimit: 5 } });
  try {
    const statuses = [];
    for (let index = 0; index < 25; index += 1) {
      const body = { username: `name_${index}`, password: 'Wrong-horse-7!' };
      const headers = { 'x-forwarded-for': stranger(index), 'x-real-ip': stranger(index), forwarded: `for=${index}` };
      statuses.push((await limited.http('POST', '/api/auth/login', { body, headers })).status);
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(20);
  } finally {
    await limited.close();
  }
});
