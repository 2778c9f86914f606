/** Attacks by enumeration: which addresses have accounts, and whose. */
import { verifyPassword } from '@nuances/crypto/password';
import { users } from '@nuances/db/schema';
import { asc, eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { password, type TestApp, useApp } from '../testing/test-app.ts';
import { findLogin } from './queries.ts';

let t: TestApp;
useApp((app) => (t = app), { config: { authRateLimit: 10, trustProxy: ['loopback'] } });

let calls = 0;
/** Each call from another IP address, because the limit per address is not tested here. */
const post = (path: string, body: object) =>
  t.http('POST', path, {
    body,
    headers: { 'x-forwarded-for': `10.0.${Math.floor((calls += 1) / 250)}.${calls % 250}` },
  });
const login = async (username: string, secret: string): Promise<number> =>
  (await post('/api/auth/login', { username, password: secret })).status;
const signUp = (username: string, email: string, secret: string) =>
  post('/api/auth/signup', { username, email, password: secret });

type Login = (username: string, secret: string) => Promise<number>;

describe('sign-ups with an address', () => {
  const worlds = ['verified', 'unverified', 'nobody'] as const;
  let turn = 0;

  /** The answers to that many sign-ups with an address and every kind of login after them. */
  async function answersOf(world: (typeof worlds)[number], count: number, logIn: Login): Promise<string[]> {
    turn += 1;
    const email = `address_${turn}@example.org`;
    if (world === 'verified') {
      const owner = await t.person(`owner_${turn}`);
      await t.db.update(users).set({ email }).where(eq(users.id, owner.id));
    }
    if (world === 'unverified') await signUp(`owner_${turn}`, email, 'Owner-of-the-address-7!');
    const names = Array.from({ length: count }, (_, index) => `probe_${turn}_${index}`);
    const secretOf = (name: string) => `Secret-of-${name}-A1!`.replaceAll('probe', 'x');
    const answers: string[] = [];
    for (const [index, name] of names.entries()) {
      const { status, text } = await signUp(name, email, secretOf(name));
      answers.push(`${status} ${text}`);
      for (const other of names.slice(0, index + 1)) answers.push(String(await logIn(email, secretOf(other))));
    }
    for (const name of names) answers.push(String(await logIn(name, secretOf(name))));
    const { status, text } = await post('/api/auth/resetpassword', { email });
    return [...answers, `${status} ${text}`];
  }

  it('one gets the same answers for a verified, an unverified and an unknown address', async () => {
    const answers = [];
    for (const world of worlds) answers.push(await answersOf(world, 1, login));
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
    expect(answers[0]).toContain('200');
  });

  // After two, an unverified member keeps the place of the oldest claim, which the first of the two has elsewhere.
  it('two and three get the same answers for a verified and an unknown address', async () => {
    const answers = [await answersOf('verified', 3, login), await answersOf('nobody', 3, login)];
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[0]).toContain('200');
  });

  it('control: if an address meant one account only, the answers would differ', async () => {
    const oneAccountOnly: Login = async (name, secret) => {
      const isEmail = name.includes('@');
      const [account] = await t.db
        .select()
        .from(users)
        .where(eq(isEmail ? sql`lower(${users.email})` : sql`${users.username}`, name))
        .orderBy(sql`${users.emailVerifiedAt} is null`, asc(users.createdAt))
        .limit(1);
      return (await verifyPassword(account?.passwordHash ?? null, secret)) ? 200 : 401;
    };
    const [verified, unverified, nobody] = [
      await answersOf('verified', 1, oneAccountOnly),
      await answersOf('unverified', 1, oneAccountOnly),
      await answersOf('nobody', 1, oneAccountOnly),
    ];
    expect(verified).not.toEqual(nobody);
    expect(unverified).not.toEqual(nobody);
  });

  it('do not change the login of the owner', async () => {
    const owner = await t.person('real_owner');
    for (const name of ['taker_1', 'taker_2', 'taker_3']) await signUp(name, owner.email, 'Taken-by-somebody-7!');
    expect(await login(owner.email, password)).toBe(200);
    expect(await login(owner.email, 'Taken-by-somebody-7!')).toBe(200); // the newest claim
  });

  it('do not change the login of a member who has not verified it, nor does a later one', async () => {
    const email = 'member_unverified@example.org';
    await signUp('real_member', email, 'Member-of-the-first-7!');
    for (const name of ['claimer_1', 'claimer_2', 'claimer_3']) await signUp(name, email, `Claim-of-${name}-7!`);
    expect(await login(email, 'Member-of-the-first-7!')).toBe(200);
    expect(await login(email, 'Claim-of-claimer_3-7!')).toBe(200);
    // Neither the oldest nor the newest: by the user name.
    expect(await login(email, 'Claim-of-claimer_2-7!')).toBe(401);
    expect(await login('claimer_2', 'Claim-of-claimer_2-7!')).toBe(200);
    await t.db
      .update(users)
      .set({ emailVerifiedAt: sql`now()` })
      .where(eq(users.username, 'claimer_2'));
    for (const secret of ['Member-of-the-first-7!', 'Claim-of-claimer_2-7!', 'Claim-of-claimer_3-7!'])
      expect(await login(email, secret)).toBe(200);
    expect(await login(email, 'Claim-of-claimer_1-7!')).toBe(401);
  });
});

it('an address that is set later counts from then as claimed', async () => {
  await signUp('early_bird', 'early@example.org', 'Early-in-the-day-7!');
  await signUp('first_bird', 'wanted@example.org', 'First-in-the-day-7!');
  await signUp('late_bird', 'wanted@example.org', 'Late-in-the-day-7!');
  expect(await login('wanted@example.org', 'Late-in-the-day-7!')).toBe(200);
  const { shortToken } = Object(
    (await post('/api/auth/login', { username: 'early_bird', password: 'Early-in-the-day-7!' })).json,
  );
  const body = { email: 'wanted@example.org', password: 'Early-in-the-day-7!' };
  expect((await t.http('POST', '/trpc/profile.changeEmail', { token: shortToken, body })).status).toBe(200);
  expect(await login('wanted@example.org', 'Early-in-the-day-7!')).toBe(200);
  expect(await login('wanted@example.org', 'Late-in-the-day-7!')).toBe(401);
});

it('a login needs the same number of hashes for every address', async () => {
  const owner = await t.person('counted');
  await signUp('counted_claim', owner.email, 'Counted-twice-or-not-7!');
  const checksOf = async (name: string) => (await findLogin(t.db, name)).length;
  await signUp('counted_once', 'counted_once@example.org', 'Counted-twice-or-not-7!');
  for (const name of [owner.email, 'counted_once@example.org', 'nobody@example.org', 'x@'])
    expect(await checksOf(name)).toBe(3);
  for (const name of [owner.username, 'nobody_at_all']) expect(await checksOf(name)).toBe(1);
});

describe('ten failures', () => {
  const wrong = 'Wrong-horse-7!';
  let turn = 0;

  /** A known account, and an address that belongs to it or to no account; the attacker's account claims that address. */
  async function world(isLinked: boolean) {
    turn += 1;
    const email = `linked_${turn}@example.org`;
    const victim = await t.person(`victim_${turn}`);
    if (isLinked) await t.db.update(users).set({ email }).where(eq(users.id, victim.id));
    const attacker = { name: `attacker_${turn}`, secret: 'Attack-at-dawn-7!' };
    await signUp(attacker.name, email, attacker.secret);
    return { email, victim: victim.username, attacker };
  }
  const failTenTimes = async (name: string, logIn: Login) => {
    const answers = [];
    for (let count = 0; count < 10; count += 1) answers.push(await logIn(name, wrong));
    return answers;
  };
  async function underTheName(isLinked: boolean, logIn: Login) {
    const { email, victim, attacker } = await world(isLinked);
    const answers = await failTenTimes(victim, logIn);
    return [...answers, await logIn(email, wrong), await logIn(email, attacker.secret)];
  }
  async function underTheAddress(isLinked: boolean, logIn: Login) {
    const { email, victim, attacker } = await world(isLinked);
    const answers = await failTenTimes(email, logIn);
    return [...answers, await logIn(victim, wrong), await logIn(attacker.name, attacker.secret)];
  }

  it.each([
    ['under a user name tell nothing about an e-mail', underTheName],
    ['under an e-mail tell nothing about a user name', underTheAddress],
  ])('%s', async (_title, flow) => {
    const answers = await flow(true, login);
    expect(answers).toEqual(await flow(false, login));
    expect(answers).not.toContain(429);
  });

  it.each([underTheName, underTheAddress])(
    'control: if the limit of an account were reported, the answers would differ',
    async (flow) => {
      const reporting: Login = async (name, secret) => {
        const accounts = await findLogin(t.db, name);
        const verdicts = await t.services.loginAttempts.checkPassword(
          accounts.map((account) => ({
            target: account ? { userId: account.id, deviceTokens: [] } : { name },
            verify: () => verifyPassword(account?.passwordHash ?? null, secret),
          })),
        );
        if (verdicts.some(({ kind }) => kind === 'fits')) return 200;
        return verdicts.some(({ kind }) => kind === 'refused') ? 429 : 401;
      };
      expect(await flow(true, reporting)).not.toEqual(await flow(false, reporting));
    },
  );

  it('also refuse the right password', async () => {
    const { victim } = await world(true);
    expect(await login(victim, password)).toBe(200);
    await failTenTimes(victim, login);
    expect(await login(victim, password)).toBe(401);
  });
});
