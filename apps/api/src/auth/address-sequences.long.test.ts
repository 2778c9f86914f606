/** Calls about addresses in any order: what one of them leaves, every other one can go on from. */
import { users } from '@nuances/db/schema';
import { itemAt } from '@nuances/domain/item-at';
import { type Random, seededRandom } from '@nuances/domain/seeded-random';
import { like } from 'drizzle-orm';
import { expect, it } from 'vitest';
import type { HttpRequest, Method } from '../testing/inject.ts';
import { password, type TestApp, useApp } from '../testing/test-app.ts';

let t: TestApp;
useApp((app) => (t = app));

const pages = ['verify', 'unknown-account', 'restore-email', 'resetpassword'] as const;
const form = { firstName: 'Léa', lastName: 'Martin', dateOfBirth: '1990-04-01', countryOfResidency: 'France' };

/** Two accounts, three addresses, and the links that were mailed to them. */
async function beginSequence(name: string, random: Random) {
  const pick = <Item>(items: readonly Item[]): Item => itemAt(items, Math.floor(random() * items.length));
  const addresses = ['a', 'b', 'c'].map((one) => `${name}_${one}@example.org`);
  const names = [`${name}_1`, `${name}_2`];
  const tokens = new Map<string, string>();
  const calls: string[] = [];

  const call = async (method: Method, path: string, request: HttpRequest = {}) => {
    const answer = await t.http(method, path, request);
    calls.push(`${method} ${path} ${JSON.stringify(request.body)}: ${answer.status}`);
    expect(answer.status, calls.join('\n')).toBeLessThan(500);
    await t.outbox.flush();
    return answer;
  };
  for (const username of names)
    await call('POST', '/api/auth/signup', { body: { username, email: pick(addresses), password } });

  const linksTo = (page: (typeof pages)[number]) =>
    t.mails
      .filter(({ to }) => addresses.includes(to))
      .flatMap(({ to, text }) => {
        const token = new RegExp(`/auth/${page}/([\\w-]{43})`).exec(text)?.[1];
        return token === undefined ? [] : [{ to, token }];
      });
  /** A call of one of the accounts, which logs in anew when its session has ended. */
  const asOne = async (method: Method, path: string, body: object) => {
    const username = pick(names);
    const token = tokens.get(username);
    const answer = await call(method, path, { body, ...(token !== undefined && { token }) });
    if (answer.status !== 401) return;
    const { shortToken } = Object((await t.logIn(username)).json);
    if (typeof shortToken === 'string') tokens.set(username, shortToken);
  };
  /** Uses a link; newer ones more often, because they may still be good. */
  const open = async (page: (typeof pages)[number], method: Method, body?: object) => {
    const links = linksTo(page);
    if (links.length === 0) return null;
    const { to, token } = random() < 0.6 ? itemAt(links, links.length - 1) : pick(links);
    const { status } = await call(method, `/api/auth/${page}/${token}`, { body });
    return status === 200 ? to : null;
  };
  const rows = () =>
    t.db
      .select()
      .from(users)
      .where(like(users.username, `${name}\\_%`));

  const steps = [
    () => asOne('PUT', '/api/profile', { ...form, email: pick(addresses) }),
    () => asOne('PUT', '/api/profile/email', { email: pick(addresses), password }),
    () => asOne('PUT', '/api/profile/resend-verification-email', { email: pick(addresses) }),
    () => call('POST', '/api/auth/resetpassword', { body: { email: pick(addresses) } }),
    () => open('restore-email', 'POST'),
    () => open('resetpassword', 'POST', { newPassword: password }),
    async () => {
      const proven = await open('verify', 'GET');
      if (proven !== null)
        expect(
          (await rows()).filter((row) => row.email === proven && row.emailVerifiedAt),
          calls.join('\n'),
        ).toHaveLength(1);
    },
    async () => {
      const before = await rows();
      const taken = await open('unknown-account', 'POST');
      const has = ({ email, pendingEmail }: (typeof before)[number]) => [email, pendingEmail].includes(taken);
      // Of one account: the other may have the address too.
      if (taken !== null) expect((await rows()).filter(has).length, calls.join('\n')).toBeLessThanOrEqual(1);
    },
  ];
  return { step: () => pick(steps)() };
}

it.each(Array.from({ length: 12 }, (_, seed) => seed))(
  'sequence %i: none fails, and links do what they say',
  async (seed) => {
    const { step } = await beginSequence(`sequence${seed}`, seededRandom(seed));
    for (let count = 0; count < 40; count += 1) await step();
  },
);
