import { authAttempts, loginFailures } from '@nuances/db/schema';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { password, testApp, type TestApp } from '../testing/test-app.ts';
import { type LoginAttempts, createLoginAttempts, type PasswordTarget } from './login-attempts.ts';

const limit = 4;
let t: TestApp;
let attempts: LoginAttempts;
/** A token of a device of alice. */
let device: string;
beforeAll(async () => {
  t = await testApp();
});
beforeEach(async () => {
  attempts = createLoginAttempts(t.db, t.masterKeys, limit);
  device = attempts.trustDevice(t.alice.id, []);
  await t.db.delete(authAttempts);
  await t.db.delete(loginFailures);
});
afterAll(() => t.close());

const home = '192.0.2.1';
const stranger = (index: number) => `198.51.100.${index}`;
/** Result of an attempt; undefined when it was admitted. */
async function outcome(work: Promise<unknown>): Promise<unknown> {
  return work.catch((error: unknown) => ({ waitS: Object(error).retryAfterS, code: Object(error).code }));
}
const of = (userId: string, ...deviceTokens: string[]): PasswordTarget => ({ userId, deviceTokens });
/** Result of a right or wrong password. */
async function attempt(fits: boolean, target: PasswordTarget = of(t.alice.id)) {
  const [verdict] = await attempts.checkPassword([{ target, verify: () => Promise.resolve(fits) }]);
  return verdict;
}
const fitting = { kind: 'fits' };
const wrong = { kind: 'wrong' };
const between = (least: number, most: number) => expect.toSatisfy((value: number) => value > least && value <= most);
const limited = { code: 'rateLimited', waitS: between(0, 60) };
const refusedForAMinute = { kind: 'refused', waitS: between(0, 60) };
const refusedForADay = { kind: 'refused', waitS: between(86_000, 86_400) };
/** As if a minute had passed. */
async function nextWindow(): Promise<void> {
  const minuteAgo = (column: unknown) => sql`${column} - interval '61 seconds'`;
  await t.db.update(loginFailures).set({ resetsAt: minuteAgo(loginFailures.resetsAt) });
  await t.db.update(authAttempts).set({ resetsAt: minuteAgo(authAttempts.resetsAt) });
}
async function failTimes(count: number, target?: PasswordTarget): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    if (index % limit === 0) await nextWindow();
    expect(await attempt(false, target)).toEqual(wrong);
  }
}

describe('attempts of one address', () => {
  it('are counted together by all instances', async () => {
    const other = createLoginAttempts(t.db, t.masterKeys, limit);
    for (let index = 0; index < limit; index += 1) await (index % 2 ? attempts : other).recordAttempt(home);
    expect(await outcome(attempts.recordAttempt(home))).toEqual(limited);
    expect(await outcome(other.recordAttempt(home))).toEqual(limited);
    expect(await outcome(other.recordAttempt(stranger(1)))).toBeUndefined();
    await nextWindow();
    const third = createLoginAttempts(t.db, t.masterKeys, limit); // with an empty cache
    expect(await outcome(third.recordAttempt(home))).toBeUndefined();
  });

  it('are refused without a query over the limit', async () => {
    await Promise.allSettled(Array.from({ length: limit + 1 }, () => attempts.recordAttempt(stranger(77))));
    const [before] = await t.db.select().from(authAttempts);
    for (let index = 0; index < 20; index += 1)
      expect(await outcome(attempts.recordAttempt(stranger(77)))).toEqual(limited);
    expect((await t.db.select().from(authAttempts))[0]?.count).toBe(before?.count);
  });

  it('are admitted exactly up to the limit, also concurrently', async () => {
    const sent = await Promise.all(Array.from({ length: 20 }, () => outcome(attempts.recordAttempt(stranger(78)))));
    expect(sent.filter((one) => one === undefined)).toHaveLength(limit);
  });

  it('are stored without the address', async () => {
    await attempts.recordAttempt(home);
    await attempt(true, of(t.alice.id, device));
    const rows = [authAttempts, loginFailures].map((table) => t.db.select().from(table));
    const text = JSON.stringify(await Promise.all(rows));
    for (const secret of [home, t.alice.id, device, device.split('.')[0]]) expect(text).not.toContain(secret);
    expect(text.match(/[0-9a-f]{64}/g)).toHaveLength(3);
  });

  it('are counted for the networks around an IPv6 address, with higher limits', async () => {
    const inNetwork = (site: number, group: number) => `2001:db8:${site}:${group.toString(16)}::1`;
    const admitted = async (addresses: readonly string[]) => {
      let count = 0;
      for (const address of addresses) if ((await outcome(attempts.recordAttempt(address))) === undefined) count += 1;
      return count;
    };
    const times = (count: number, address: (index: number) => string) =>
      Array.from({ length: count }, (_, i) => address(i));
    // One /64, the 256 of a /56, the 65,536 of a /48; each with addresses enough to go over.
    expect(await admitted(times(2 * limit, () => inNetwork(1, 0)))).toBe(limit);
    expect(await admitted(times(8 * limit, (index) => inNetwork(2, index)))).toBe(4 * limit);
    expect(await admitted(times(32 * limit, (index) => inNetwork(3, index * 256)))).toBe(16 * limit);
    expect(await admitted([inNetwork(4, 0), '192.0.2.9'])).toBe(2); // control: other networks
  });
});

describe('wrong passwords of one account', () => {
  it('are refused over the limit, as is the right one, until the window ends', async () => {
    await failTimes(limit);
    expect(await attempt(false)).toEqual(refusedForAMinute);
    expect(await attempt(true)).toEqual(refusedForAMinute);
    expect(await attempt(true, of(t.bob.id))).toEqual(fitting); // control: another account
    await nextWindow();
    expect(await attempt(true)).toEqual(fitting);
  });

  it('cost the same work over the limit, and concurrency gives no more attempts', async () => {
    let checked = 0;
    const check = {
      target: of(t.alice.id),
      async verify() {
        checked += 1;
        await Promise.resolve();
        return false;
      },
    };
    const verdicts = await Promise.all(Array.from({ length: 30 }, () => attempts.checkPassword([check])));
    expect(checked).toBe(30);
    expect(verdicts.flat().filter(({ kind }) => kind === 'wrong')).toHaveLength(limit);
  });

  it('count the same for an unknown name', async () => {
    const named = (name: string) => attempt(false, { name });
    for (let index = 0; index < limit; index += 1) expect(await named('Nobody_here')).toEqual(wrong);
    expect(await named('Nobody_here')).toEqual(refusedForAMinute);
    expect(await named('nobody_HERE')).toEqual(refusedForAMinute);
    expect(await named('somebody_else')).toEqual(wrong);
  });

  it('a right one does not count, nor does a check that failed', async () => {
    for (let index = 0; index < 3 * limit; index += 1) expect(await attempt(true)).toEqual(fitting);
    const full = { target: of(t.alice.id), verify: () => Promise.reject(new Error('full')) };
    for (let index = 0; index < 3 * limit; index += 1)
      await expect(attempts.checkPassword([full])).rejects.toThrow('full');
    expect(await attempt(false)).toEqual(wrong);
    expect((await t.db.select().from(loginFailures))[0]).toMatchObject({ count: 1, inARow: 1 });
  });

  it('with candidates for one name a right password resets its count, and takes back what came after it', async () => {
    const [first, last] = [of(t.alice.id), of(t.admin.id)];
    const all = (fits: boolean) =>
      attempts.checkPassword([
        { target: first, verify: () => Promise.resolve(false) },
        { target: of(t.bob.id), verify: () => Promise.resolve(fits) },
        { target: last, verify: () => Promise.resolve(false) },
      ]);
    for (let index = 0; index < limit; index += 1) expect(await all(true)).toEqual([wrong, fitting, wrong]);
    // What came before it was guessed at.
    expect(await all(true)).toEqual([refusedForAMinute, fitting, wrong]);
    expect(await attempt(true, first)).toEqual(refusedForAMinute);
    expect(await attempt(true, last)).toEqual(fitting);
    for (let index = 0; index < limit; index += 1) await all(false);
    expect(await all(true)).toEqual([refusedForAMinute, refusedForAMinute, refusedForAMinute]);
  });

  it('of a name that is no account count nothing where another candidate fits', async () => {
    const nobody = { name: 'nobody@example.org' };
    for (let index = 0; index < 2 * limit; index += 1)
      expect(
        await attempts.checkPassword([
          { target: nobody, verify: () => Promise.resolve(false) },
          { target: of(t.bob.id), verify: () => Promise.resolve(true) },
        ]),
      ).toEqual([wrong, fitting]);
  });
});

describe('100 failures in a row', () => {
  it('lock the account for devices without a token for a day', async () => {
    await failTimes(10 * limit);
    await nextWindow();
    expect(await attempt(true)).toEqual(refusedForADay);
    expect(await attempt(true, of(t.alice.id, device))).toEqual(fitting);
    expect(await attempt(true, of(t.alice.id, 'x', attempts.trustDevice(t.bob.id, [])))).toEqual(refusedForADay);
    expect(await attempt(true)).toEqual(refusedForADay); // the owner's login does not unlock it for others
    await t.db.update(loginFailures).set({ lockedUntil: sql`now() - interval '1 second'` });
    await nextWindow();
    // One more failure does not lock it again.
    expect(await attempt(false)).toEqual(wrong);
    expect(await attempt(true)).toEqual(fitting);
  });

  it('from a device with a token count for that device only, which is locked too', async () => {
    const own = of(t.alice.id, device);
    await failTimes(10 * limit, own);
    await nextWindow();
    expect(await attempt(true, own)).toEqual(refusedForADay);
    expect(await attempt(true)).toEqual(fitting);
    expect(await attempt(true, of(t.alice.id, attempts.trustDevice(t.alice.id, [])))).toEqual(fitting);
  });

  it('a device keeps its token, and has one for each account', () => {
    const ofBob = attempts.trustDevice(t.bob.id, [device]);
    expect(ofBob).not.toBe(device);
    expect(attempts.trustDevice(t.alice.id, [ofBob, device])).toBe(device);
    expect(attempts.trustDevice(t.bob.id, [ofBob, device])).toBe(ofBob);
    expect(attempts.trustDevice(t.alice.id, ['x'])).not.toBe(device);
  });

  it('from a session count for that session only, which is locked too', async () => {
    const session = (sessionFamily: string): PasswordTarget => ({ userId: t.alice.id, sessionFamily });
    await failTimes(10 * limit, session('one'));
    await nextWindow();
    expect(await attempt(true, session('one'))).toEqual(refusedForADay);
    for (const target of [session('another'), of(t.alice.id)]) expect(await attempt(true, target)).toEqual(fitting);
  });

  it('are removed with the account, for all devices', async () => {
    await failTimes(10 * limit);
    await failTimes(10 * limit, of(t.alice.id, device));
    await t.db.transaction((transaction) => attempts.forget(transaction, t.alice.id));
    expect(await t.db.$count(loginFailures)).toBe(0);
    for (const target of [of(t.alice.id), of(t.alice.id, device)]) expect(await attempt(true, target)).toEqual(fitting);
  });

  it('restart with every success, and scale with the limit', async () => {
    await failTimes(10 * limit - 1);
    await nextWindow();
    expect(await attempt(true)).toEqual(fitting);
    await failTimes(10 * limit - 1);
    await nextWindow();
    expect(await attempt(true)).toEqual(fitting);
    attempts = createLoginAttempts(t.db, t.masterKeys, 2 * limit);
    await failTimes(10 * limit + 1);
    await nextWindow();
    expect(await attempt(true)).toEqual(fitting);
  });
});

it('accepts the highest limit', async () => {
  attempts = createLoginAttempts(t.db, t.masterKeys, 999_999_999);
  expect(await attempt(false)).toEqual(wrong);
  await t.db.update(loginFailures).set({ count: 2_000_000_000, inARow: 2_000_000_000 });
  expect(await attempt(false)).toEqual(refusedForAMinute);
});

it('many attempts on one account do not exhaust the pool', async () => {
  const attempts = Promise.allSettled(
    Array.from({ length: 300 }, () => outcome(attempt(false)).then((one) => Object(one).code)),
  );
  const read = await Promise.race([t.db.$count(authAttempts).then(() => 'read'), attempts.then(() => 'attempts')]);
  expect(read).toBe('read');
  const codes = (await attempts).map((one) => (one.status === 'fulfilled' ? one.value : one.status));
  expect(codes.filter((code) => code === 'unavailable').length).toBeGreaterThan(0);
  expect(codes).not.toContain('rejected');
});

it('removes expired rows only', async () => {
  await attempts.recordAttempt(home);
  await attempt(false);
  await attempts.removeExpired();
  const counts = async () => Promise.all([authAttempts, loginFailures].map((table) => t.db.$count(table)));
  expect(await counts()).toEqual([1, 1]);
  const longAgo = sql`now() - interval '91 days'`;
  await t.db.update(authAttempts).set({ resetsAt: longAgo });
  await t.db.update(loginFailures).set({ failedAt: longAgo, lockedUntil: sql`now() + interval '1 hour'` });
  await attempts.removeExpired();
  expect(await counts()).toEqual([0, 1]);
  await t.db.update(loginFailures).set({ lockedUntil: null });
  await attempts.removeExpired();
  expect(await counts()).toEqual([0, 0]);
});

it('over HTTP: after ten wrong passwords the right one is refused as a wrong one, but not on a device with a token', async () => {
  const app = await testApp({ config: { authRateLimit: 10, trustProxy: ['loopback'] } });
  try {
    let index = 0;
    const login = (secret: string, more: object = {}) =>
      app.http('POST', '/api/auth/login', {
        body: { username: 'alice', password: secret, ...more },
        headers: { 'x-forwarded-for': stranger((index += 1)) },
      });
    const first = await login(password, { deviceTokens: [] });
    const { deviceToken } = Object(first.json);
    expect([first.status, typeof deviceToken]).toEqual([200, 'string']);
    expect(Object.keys(Object((await login(password)).json))).not.toContain('deviceToken');
    let refused = await login('Wrong-horse-7!');
    for (let more = 1; more < 10; more += 1) refused = await login('Wrong-horse-7!');
    const right = await login(password);
    expect([right.status, right.text]).toEqual([401, refused.text]);
    expect((await login(password, { deviceTokens: [deviceToken] })).status).toBe(200);
    expect((await login(password, { deviceTokens: [`${deviceToken}x`] })).status).toBe(401);
    await app.db.update(loginFailures).set({ resetsAt: sql`now() - interval '1 second'` });
    expect((await login(password)).status).toBe(200);
  } finally {
    await app.close();
  }
});

it('over HTTP: after a day of guesses by others, a reset by mail ends the count for every client, of this account only', async () => {
  const app = await testApp({ config: { authRateLimit: 2, trustProxy: ['loopback'] } });
  try {
    let index = 0;
    const post = (path: string, body: object) =>
      app.http('POST', path, { body, headers: { 'x-forwarded-for': stranger((index += 1)) } });
    const login = async (username: string, secret: string) =>
      (await post('/api/auth/login', { username, password: secret })).status;
    const guessUntilLocked = async (username: string) => {
      for (let wrongs = 0; wrongs < 20; wrongs += 2) {
        await Promise.all([login(username, 'Wrong-horse-7!'), login(username, 'Wrong-horse-7!')]);
        await app.db.update(loginFailures).set({ resetsAt: sql`now() - interval '1 second'` });
      }
    };
    const resetPassword = async (newPassword: string) => {
      app.mails.length = 0;
      await post('/api/auth/resetpassword', { email: app.alice.email });
      await app.outbox.flush();
      await app.outbox.flush();
      const token = /resetpassword\/([\w-]{43})/.exec(app.mails.at(-1)?.text ?? '')?.[1] ?? '';
      expect((await post(`/api/auth/resetpassword/${token}`, { newPassword })).status).toBe(200);
    };
    expect([await login('alice', password), await login('bob', password)]).toEqual([200, 200]);
    for (const name of ['alice', 'bob']) await guessUntilLocked(name);
    expect([await login('alice', password), await login('bob', password)]).toEqual([401, 401]);
    await resetPassword('Taken-back-now-7!');
    expect(await login('alice', 'Taken-back-now-7!')).toBe(200);
    expect(await login('bob', password)).toBe(401);
    await guessUntilLocked('alice');
    expect(await login('alice', 'Taken-back-now-7!')).toBe(401);
    await resetPassword('Taken-back-again-7!');
    expect(await login('alice', 'Taken-back-again-7!')).toBe(200);
  } finally {
    await app.close();
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
