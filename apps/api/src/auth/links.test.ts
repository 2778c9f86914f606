import { hashPassword } from '@nuances/crypto/password';
import { hashToken } from '@nuances/crypto/tokens';
import { loginFailures, mailTokens, oneTimeCodes, sessions, users } from '@nuances/db/schema';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { password, testApp, type TestApp } from '../testing/test-app.ts';
import { turnVaultOn } from '../testing/vault.ts';
import { maskEmail } from './link-procedures.ts';

const origin = 'https://nuances.example';
const newPassword = 'Other-horse-8!';

let t: TestApp;
/** All secrets of the tests; the log is searched for them at the end. */
const canaries = new Set<string>([password, newPassword]);

beforeAll(async () => {
  t = await testApp({ appUrl: origin });
});
afterAll(async () => {
  await t.close();
});
beforeEach(async () => {
  await t.clearMails();
});

/** A signed-in account with a verified address. */
async function somebody(locale: 'en' | 'fr' = 'en') {
  const person = await t.person(undefined, 'user', locale);
  canaries.add(person.email);
  return person;
}

const pages = { verify: 'verify', reset: 'resetpassword', restore: 'restore-email' } as const;

function tokenIn(text: string, kind: keyof typeof pages): string {
  const token = new RegExp(`${origin}/auth/${pages[kind]}/([\\w-]{43})(?![\\w-])`).exec(text)?.[1] ?? '';
  if (token !== '') canaries.add(token);
  return token;
}

/** The token of the newest mail of a kind to an address; empty when there is none. */
async function mailed(kind: keyof typeof pages, to: string): Promise<string> {
  await t.outbox.flush();
  return t.mails
    .filter((mail) => mail.to === to)
    .map(({ text }) => tokenIn(text, kind))
    .reduce((newest, token) => token || newest, '');
}

const ask = (email: string, language = 'en') =>
  t.http('POST', '/api/auth/resetpassword', { body: { email }, language });
const check = (token: string) => t.http('GET', `/api/auth/resetpassword/${token}`);
const reset = (token: string, secret = newPassword, language = 'en') =>
  t.http('POST', `/api/auth/resetpassword/${token}`, { body: { newPassword: secret }, language });
const verify = (token: string) => t.http('GET', `/api/auth/verify/${token}`);
const restore = (token: string, language = 'en') =>
  t.http('POST', '/trpc/auth.restoreEmail', { body: { token }, language });
const login = async (username: string, secret: string) => (await t.logIn(username, secret)).status;
const stillIn = async (shortToken: string | undefined) =>
  (await t.http('GET', '/api/profile', { token: shortToken })).status === 200;
const resetLinkOf = async (email: string) => {
  await ask(email);
  return mailed('reset', email);
};
const profileOf = (email: string) => ({
  firstName: 'Léa',
  lastName: 'Martin',
  email,
  dateOfBirth: '1990-04-01',
  countryOfResidency: 'France',
});
const changeEmail = async (person: { shortToken?: string | undefined }, email: string) => {
  canaries.add(email);
  const body = profileOf(email);
  const answer = await t.http('PUT', '/api/profile', { token: person.shortToken, body });
  expect(answer.status).toBe(200);
};
const rowOf = async (id: string) => (await t.db.select().from(users).where(eq(users.id, id)))[0];
const expire = (token: string) =>
  t.db
    .update(mailTokens)
    .set({ expiresAt: sql`now()` })
    .where(eq(mailTokens.tokenHash, hashToken(token)));

describe('asking for a reset link', () => {
  it.each(['en', 'fr'] as const)(
    'A3: is answered alike for every address, and mails only to a known one, in %s',
    async (language) => {
      const person = await somebody(language);
      const claimed = `claimed_${language}@example.org`;
      await t.http('POST', '/api/auth/signup', { body: { username: `claimer_${language}`, email: claimed, password } });
      await t.clearMails();
      const asked = [person.email, person.email.toUpperCase(), claimed, `nobody_${language}@example.org`];
      const answers = await Promise.all(asked.map((email) => ask(email, language)));
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect(new Set(answers.map(({ headers }) => Object.keys(headers).sort().join())).size).toBe(1);
      expect(answers[0]?.json).toEqual({
        message:
          language === 'en' ? 'A password reset e-mail has been sent' : 'Un email de réinitialisation a été envoyé',
      });
      expect(t.mails).toEqual([]); // sending is asynchronous
      await t.outbox.flush();
      expect(new Set(t.mails.map(({ to }) => to))).toEqual(new Set([person.email, claimed]));
      const mail = t.mails.find(({ to }) => to === person.email);
      expect(mail?.subject).toMatch(
        language === 'en'
          ? /^Choose a new password \(account \w+\)$/
          : /^Choisir un nouveau mot de passe \(compte \w+\)$/,
      );
      expect(tokenIn(mail?.text ?? '', 'reset')).toBe(tokenIn(mail?.html ?? '', 'reset'));
    },
  );

  it('A3: takes as long for an unknown address as for a known one', async () => {
    const { email } = await somebody();
    /** Probability that a value of the first sample is larger than one of the second (AUC): 0.5 when they are indistinguishable. */
    const auc = (a: readonly number[], b: readonly number[]) => {
      const share = (x: number, y: number) => (x > y ? 1 : Number(x === y) / 2);
      return a.flatMap((x) => b.map((y) => share(x, y))).reduce((sum, one) => sum + one) / (a.length * b.length);
    };
    const sample = async (pairs: number, work: (email: string) => Promise<unknown>) => {
      const times: [number[], number[]] = [[], []];
      for (let index = 0; index < pairs * 2; index += 1) {
        // Interleaved, in alternating order, so that a slow moment of the machine affects both.
        const isKnown = (index + Math.floor(index / 2)) % 2 === 0;
        const began = performance.now();
        await work(isKnown ? email : `nobody${index}@example.org`);
        times[isKnown ? 0 : 1].push(performance.now() - began);
      }
      return auc(...times);
    };
    await sample(5, ask);
    const asking = await sample(60, ask);
    // With 60 values each it is beyond 0.3 or 0.7 by chance once in 7,000 times.
    expect(asking).toBeGreaterThan(0.3);
    expect(asking).toBeLessThan(0.7);
    await t.outbox.flush();
    // The control: a hash for known addresses only would be detected.
    const hashing = await sample(12, async (to) => {
      await ask(to);
      if (to === email) await hashPassword(password);
    });
    expect(hashing).toBeGreaterThan(0.8);
  });

  it('goes to the account that verified the address, else to the oldest that claims it', async () => {
    const email = 'shared_reset@example.org';
    for (const username of ['oldest_claim', 'younger_claim'])
      await t.http('POST', '/api/auth/signup', { body: { username, email, password } });
    await resetLinkOf(email);
    expect(t.mails.find(({ text }) => tokenIn(text, 'reset'))?.text).toContain('oldest_claim');
    t.mails.length = 0;
    await t.db.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.username, 'younger_claim'));
    await resetLinkOf(email);
    expect(t.mails.find(({ text }) => tokenIn(text, 'reset'))?.text).toContain('younger_claim');
  });

  it('refuses what is no address', async () => {
    const answer = await ask('nobody');
    expect([answer.status, answer.json]).toMatchObject([
      400,
      { code: 'emailInvalid', errors: { email: 'Invalid e-mail' } },
    ]);
  });

  it('D5: the link begins with APP_URL, whatever the Host header is', async () => {
    const { email } = await somebody();
    await t.http('POST', '/api/auth/resetpassword', {
      body: { email },
      headers: {
        host: 'evil.example',
        'x-forwarded-host': 'evil.example',
        forwarded: 'host=evil.example',
        origin: 'https://evil.example',
      },
    });
    await t.outbox.flush();
    const [mail] = t.mails;
    expect(`${mail?.text}${mail?.html}`).not.toContain('evil');
    expect(tokenIn(mail?.text ?? '', 'reset')).toMatch(/^[\w-]{43}$/);
  });
});

describe('a reset link', () => {
  it('shows its address masked, repeatedly', async () => {
    const { email } = await somebody();
    const token = await resetLinkOf(email);
    for (let use = 0; use < 2; use += 1)
      expect([(await check(token)).status, (await check(token)).json]).toEqual([200, { email: 's***@e***.org' }]);
    expect(await t.guest.auth.checkReset({ token })).toEqual({ email: 's***@e***.org' });
    expect(['lea@example.fr', 'l@x-y.co.uk'].map(maskEmail)).toEqual(['l***@e***.fr', 'l***@x***.uk']);
  });

  it('says to a device that asks for a token what the new password neither opens nor ends', async () => {
    const resetOf = async (
      body: object,
      changes?: (person: Awaited<ReturnType<typeof somebody>>) => Promise<unknown>,
    ) => {
      const person = await somebody();
      await changes?.(person);
      const token = await resetLinkOf(person.email);
      const { json } = await t.http('POST', `/api/auth/resetpassword/${token}`, { body: { newPassword, ...body } });
      return json;
    };
    const withBoth = async (person: Awaited<ReturnType<typeof somebody>>) => {
      await turnVaultOn(person);
      await t.db
        .insert(oneTimeCodes)
        .values({ userId: person.id, secretSealed: 'sealed', createdAt: new Date(), confirmedAt: new Date() });
    };
    const device = { deviceTokens: [] };
    expect(await resetOf(device)).not.toHaveProperty('stays');
    expect(await resetOf({}, withBoth)).not.toHaveProperty('stays');
    expect(await resetOf(device, withBoth)).toMatchObject({ stays: ['vault', 'codes'] });
    expect(await resetOf(device, turnVaultOn)).toMatchObject({ stays: ['vault'] });
  });

  it('D2: lets exactly one of twenty posts through', async () => {
    const person = await somebody();
    const token = await resetLinkOf(person.email);
    const posts = await Promise.all(Array.from({ length: 20 }, (_, index) => reset(token, `Other-horse-${index}!`)));
    expect(posts.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 19 }, () => 400)]);
    const winner = posts.findIndex(({ status }) => status === 200);
    expect(await login(person.username, `Other-horse-${winner}!`)).toBe(200);
    await t.outbox.flush();
    expect(t.mails.filter(({ subject }) => subject === 'Your password has changed')).toHaveLength(1);
  });

  it('D4: sets the password, ends every session, starts none and mails a notice', async () => {
    const person = await somebody('fr');
    const other = await somebody();
    const answer = await reset(await resetLinkOf(person.email), newPassword, 'fr');
    expect([answer.status, answer.json]).toEqual([200, { message: 'Mot de passe réinitialisé avec succès.' }]);
    expect(await t.db.select().from(sessions).where(eq(sessions.userId, person.id))).toEqual([]);
    expect(await stillIn(person.shortToken)).toBe(false);
    expect(await stillIn(other.shortToken)).toBe(true);
    expect(await login(person.username, password)).toBe(401);
    expect(await login(person.email, newPassword)).toBe(200);
    await t.outbox.flush();
    const notice = t.mails.find(({ subject }) => subject === 'Votre mot de passe a changé');
    expect(notice?.to).toBe(person.email);
    expect(notice?.text).toMatch(
      /changé le \d{1,2}(er)? \S+ \d{4} à \d\d\u202Fh\u202F\d\d \(temps universel coordonné\)/,
    );
    expect(notice?.text).toContain('Toutes les sessions ont été fermées.');
    expect(notice?.text).toContain(`${origin}/auth/forgot\n`); // a way to a new password, no token
  });

  it('lets every device log in to an account that guesses had locked', async () => {
    const limited = await testApp();
    try {
      const owner = await limited.person('locked_out');
      const logIn = async (secret: string, ...deviceTokens: string[]) => {
        const body = { username: owner.username, password: secret, deviceTokens };
        return (await limited.http('POST', '/api/auth/login', { body })).status;
      };
      expect(await logIn('Wrong-horse-7!')).toBe(401);
      // As after many failures.
      await limited.db.update(loginFailures).set({ lockedUntil: sql`now() + interval '1 day'` });
      expect(await logIn(password)).toBe(401); // the right one
      await limited.http('POST', '/api/auth/resetpassword', { body: { email: owner.email } });
      await limited.outbox.flush();
      await limited.outbox.flush();
      const token = /resetpassword\/([\w-]{43})/.exec(limited.mails.at(-1)?.text ?? '')?.[1] ?? '';
      const body = { newPassword, deviceTokens: [] };
      const done = await limited.http('POST', `/api/auth/resetpassword/${token}`, { body });
      const { deviceToken } = Object(done.json);
      expect([done.status, typeof deviceToken]).toEqual([200, 'string']);
      expect(await logIn(newPassword, deviceToken)).toBe(200);
      expect(await logIn(newPassword)).toBe(200);
      expect(await logIn(password)).toBe(401);
    } finally {
      await limited.close();
    }
  });

  it('D4: stays valid when the new password is refused, on both transports', async () => {
    const { email, username } = await somebody();
    const token = await resetLinkOf(email);
    for (const language of ['en', 'fr']) {
      const refused = await reset(token, 'short', language);
      expect([refused.status, refused.json]).toMatchObject([
        400,
        { code: 'passwordMin', errors: { newPassword: Object(refused.json).message } },
      ]);
    }
    expect((await t.http('POST', `/api/auth/resetpassword/${token}`, {})).json).toMatchObject({
      code: 'passwordRequired',
    });
    await expect(t.guest.auth.reset({ token, newPassword: 'Aa1#aaaa' })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    expect(await login(username, password)).toBe(200);
    expect(await t.guest.auth.reset({ token, newPassword })).toEqual({ message: 'Your password has been reset.' });
  });

  it('a token in the body never replaces the one in the path', async () => {
    const { email, username } = await somebody();
    const token = await resetLinkOf(email);
    const answer = await t.http('POST', '/api/auth/resetpassword/nobodys', { body: { token, newPassword } });
    expect(answer.json).toMatchObject({ code: 'linkInvalid' });
    expect(await login(username, password)).toBe(200);
  });

  it('D3: is void after an hour, after a newer one and after its use, with the same answer, in both languages', async () => {
    const { email } = await somebody();
    const first = await resetLinkOf(email);
    const second = await resetLinkOf(email);
    expect(second).not.toBe(first);
    const [hour] = await t.db
      .select({ s: sql<number>`extract(epoch from expires_at - created_at)::int` })
      .from(mailTokens)
      .where(eq(mailTokens.tokenHash, hashToken(second)));
    expect(hour?.s).toBe(3_600);
    const unknown = await check('nobodys');
    expect([unknown.status, unknown.json]).toMatchObject([
      400,
      { code: 'linkInvalid', message: 'This link is invalid or has expired.' },
    ]);
    expect((await t.http('GET', '/api/auth/resetpassword/x', { language: 'fr' })).json).toMatchObject({
      message: 'Lien invalide ou expiré.',
    });
    expect((await check(first)).text).toBe(unknown.text);
    expect((await reset(first)).status).toBe(400);
    expect((await check(second)).status).toBe(200); // the control
    await expire(second);
    expect((await check(second)).text).toBe(unknown.text);
    expect((await reset(second)).text).toBe(unknown.text);
    const third = await resetLinkOf(email);
    expect((await reset(third)).status).toBe(200);
    expect((await check(third)).text).toBe(unknown.text);
    expect((await reset(third)).text).toBe(unknown.text);
  });

  it('D3: of many concurrent requests one link is left, and the mails stay within their limit', async () => {
    const { email, id } = await somebody();
    await Promise.all(Array.from({ length: 8 }, () => ask(email)));
    await Promise.all([t.outbox.flush(), t.outbox.flush()]);
    const tokens = t.mails.filter(({ to }) => to === email).map(({ text }) => tokenIn(text, 'reset'));
    expect(tokens).toHaveLength(3);
    expect(await t.db.select().from(mailTokens).where(eq(mailTokens.userId, id))).toHaveLength(1);
    const statuses = await Promise.all(tokens.map(async (token) => (await check(token)).status));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  });

  it('D3: no link works for another purpose', async () => {
    const person = await somebody();
    const resetToken = await resetLinkOf(person.email);
    await changeEmail(person, `${person.username}_b@example.org`);
    const restoreToken = await mailed('restore', person.email);
    const verifyToken = await mailed('verify', `${person.username}_b@example.org`);
    expect([resetToken, restoreToken, verifyToken].map((token) => token.length)).toEqual([43, 43, 43]);
    const again = await resetLinkOf(person.email);
    for (const token of [restoreToken, verifyToken]) {
      expect((await check(token)).status).toBe(400);
      expect((await reset(token)).status).toBe(400);
    }
    for (const token of [again, restoreToken]) expect((await verify(token)).status).toBe(400);
    for (const token of [again, verifyToken]) expect((await restore(token)).status).toBe(400);
    expect([(await check(again)).status, (await verify(verifyToken)).status]).toEqual([200, 200]); // the control
  });

  it('D3: a new password drops the pending address with its link', async () => {
    const person = await somebody();
    const next = `${person.username}_c@example.org`;
    await changeEmail(person, next);
    const waiting = await mailed('verify', next);
    expect((await reset(await resetLinkOf(person.email))).status).toBe(200);
    expect((await verify(waiting)).status).toBe(400);
    expect(await rowOf(person.id)).toMatchObject({ email: person.email, pendingEmail: null });
  });

  it('D3: a new address voids a link to the old one', async () => {
    const person = await somebody();
    const next = `${person.username}_d@example.org`;
    const before = await resetLinkOf(person.email);
    await changeEmail(person, next);
    expect((await check(before)).status).toBe(400);
    const between = await resetLinkOf(person.email);
    expect((await check(between)).status).toBe(200); // the old address stays in use until then
    expect((await verify(await mailed('verify', next))).status).toBe(200);
    expect((await check(between)).status).toBe(400);
    expect(await resetLinkOf(person.email)).toBe(between); // no account has it any more: no newer mail
    expect((await check(await resetLinkOf(next))).status).toBe(200);
  });
});

describe('a verification link', () => {
  const signup = async (username: string, email: string) => {
    await t.http('POST', '/api/auth/signup', { body: { username, email, password } });
    canaries.add(email);
    return mailed('verify', email);
  };

  it('succeeds again after its use, also after it expired, but not for an address that was replaced', async () => {
    const token = await signup('again', 'again@example.org');
    // Link scanners use none up.
    const looked = await t.http('HEAD', `/api/auth/verify/${token}`);
    expect([looked.status, looked.headers['allow']]).toEqual([405, 'GET']);
    const [row] = await t.db.select().from(users).where(eq(users.username, 'again'));
    expect(row?.emailVerifiedAt).toBeNull();
    expect((await verify(token)).status).toBe(200);
    await expire(token);
    expect((await verify(token)).status).toBe(200);
    await t.db.update(users).set({ email: 'left@example.org' }).where(eq(users.username, 'again'));
    const left = await verify(token);
    expect([left.status, left.json]).toMatchObject([400, { code: 'linkInvalid' }]);
  });

  it('D3: is void once a newer one was mailed', async () => {
    const email = 'newest@example.org';
    const older = await signup('newest', email);
    const { json } = await t.logIn('newest');
    const { shortToken: token } = Object(json);
    await t.http('PUT', '/api/profile/resend-verification-email', { token, body: { email } });
    const newer = await mailed('verify', email);
    expect((await verify(older)).status).toBe(400);
    expect((await verify(newer)).status).toBe(200);
  });

  it('that was used verifies no other address', async () => {
    const token = await signup('unproven', 'unproven@example.org');
    expect((await verify(token)).status).toBe(200);
    await t.db.update(users).set({ emailVerifiedAt: null }).where(eq(users.username, 'unproven'));
    expect((await verify(token)).status).toBe(400);
    const [row] = await t.db.select().from(users).where(eq(users.username, 'unproven'));
    expect(row?.emailVerifiedAt).toBeNull();
  });

  it('opened twenty times concurrently succeeds twenty times', async () => {
    const token = await signup('eager', 'eager@example.org');
    const taps = await Promise.all(Array.from({ length: 20 }, () => verify(token)));
    expect(new Set(taps.map(({ status }) => status))).toEqual(new Set([200]));
  });

  it('replaces the stored address by the pending one; of two accounts the first wins', async () => {
    const [one, two] = [await somebody(), await somebody()];
    const next = 'wanted@example.org';
    for (const person of [one, two]) await changeEmail(person, next);
    await t.outbox.flush();
    const tokens = t.mails.filter(({ to }) => to === next).map(({ text }) => tokenIn(text, 'verify'));
    expect(tokens).toHaveLength(2); // a pending address reserves nothing
    const taps = await Promise.all(tokens.map(verify));
    expect(taps.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    const rows = await Promise.all([one, two].map(({ id }) => rowOf(id)));
    expect(rows.map((row) => row?.email === next && row.pendingEmail === null)).toContain(true);
    const loser = rows.find((row) => row?.email !== next);
    expect(loser).toMatchObject({ pendingEmail: next, emailVerifiedAt: expect.any(Date) });
    expect(await login(next, password)).toBe(200);
    expect(await login(loser?.email ?? '', password)).toBe(200);
  });
});

describe('restoring an address', () => {
  it.each(['en', 'fr'] as const)(
    'D4: the old address is told, and its link undoes everything, in %s',
    async (language) => {
      const person = await somebody(language);
      const next = `${person.username}_taken@example.org`;
      await changeEmail(person, next);
      await t.outbox.flush();
      const notice = t.mails.find(({ to }) => to === person.email);
      expect(notice?.subject).toMatch(
        language === 'en'
          ? /^Your address is about to change \(account \w+\)$/
          : /^Votre adresse va changer \(compte \w+\)$/,
      );
      expect(notice?.text).toContain(next);
      expect(notice?.text).toContain('72');
      const first = await mailed('restore', person.email);
      expect((await verify(await mailed('verify', next))).status).toBe(200);
      const link = await mailed('restore', person.email);
      expect(t.mails.at(-1)?.subject).toMatch(
        language === 'en' ? /^Your address has changed \(account \w+\)$/ : /^Votre adresse a changé \(compte \w+\)$/,
      );
      expect((await restore(first)).status).toBe(400); // the second replaces it
      expect(await login(person.email, password)).toBe(401); // the account was taken over
      const theirs = await resetLinkOf(next);

      const answer = await restore(link, language);
      expect(answer.status).toBe(200);
      expect(answer.text).toContain(language === 'en' ? 'Your address is restored' : 'Votre adresse est rétablie');
      expect(await rowOf(person.id)).toMatchObject({
        email: person.email,
        emailVerifiedAt: expect.any(Date),
        pendingEmail: null,
        passwordHash: null,
      });
      expect(await stillIn(person.shortToken)).toBe(false);
      expect(await login(person.username, password)).toBe(401);
      expect((await check(theirs)).status).toBe(400);
      const own = await mailed('reset', person.email);
      expect((await reset(own)).status).toBe(200);
      expect(await login(person.email, newPassword)).toBe(200);
      expect((await restore(link)).status).toBe(400);
    },
  );

  it('works before the new address was verified, and after a change of the password', async () => {
    const person = await somebody();
    const next = `${person.username}_e@example.org`;
    await changeEmail(person, next);
    const waiting = await mailed('verify', next);
    const link = await mailed('restore', person.email);
    expect((await reset(await resetLinkOf(person.email))).status).toBe(200);
    expect((await restore(link)).status).toBe(200);
    expect(await rowOf(person.id)).toMatchObject({ email: person.email, pendingEmail: null, passwordHash: null });
    expect((await verify(waiting)).status).toBe(400);
  });

  it('a second change cannot void the link of the first, and its own link is void after that', async () => {
    const person = await somebody();
    const [second, third] = [`${person.username}_f@example.org`, `${person.username}_g@example.org`];
    await changeEmail(person, second);
    await verify(await mailed('verify', second));
    const first = await mailed('restore', person.email);
    await changeEmail(person, third);
    await verify(await mailed('verify', third));
    const later = await mailed('restore', second);
    expect((await restore(first)).status).toBe(200);
    expect(await rowOf(person.id)).toMatchObject({ email: person.email });
    expect((await restore(later)).status).toBe(400);
  });

  it('two changes without a verification between them leave the newest link to the old address', async () => {
    const person = await somebody();
    await changeEmail(person, `${person.username}_h@example.org`);
    const first = await mailed('restore', person.email);
    await changeEmail(person, `${person.username}_i@example.org`);
    const second = await mailed('restore', person.email);
    expect((await restore(first)).status).toBe(400);
    expect((await restore(second)).status).toBe(200);
  });

  it('D3: expires after 72 hours, and when another account has verified the old address', async () => {
    const person = await somebody();
    const next = `${person.username}_j@example.org`;
    await changeEmail(person, next);
    const link = await mailed('restore', person.email);
    const [row] = await t.db
      .select({ s: sql<number>`extract(epoch from expires_at - created_at)::int` })
      .from(mailTokens)
      .where(eq(mailTokens.tokenHash, hashToken(link)));
    expect(row?.s).toBe(72 * 3_600);
    await verify(await mailed('verify', next));
    await t.http('POST', '/api/auth/signup', { body: { username: 'newcomer', email: person.email, password } });
    await verify(await mailed('verify', person.email));
    const refused = await restore(link);
    expect([refused.status, refused.json]).toMatchObject([400, { error: { data: { app: { code: 'linkInvalid' } } } }]);
    expect(await rowOf(person.id)).toMatchObject({ email: next, passwordHash: expect.any(String) });
    expect(await stillIn(person.shortToken)).toBe(true);
    await t.db.delete(users).where(eq(users.username, 'newcomer'));
    await expire(link);
    expect((await restore(link)).status).toBe(400);
  });
});

describe('secrets', () => {
  /** Every row of every table as text, as in a stolen dump. */
  async function dump(): Promise<string> {
    const tables = await t.db.execute<{ name: string }>(
      sql`select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
          where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
    );
    const texts = [];
    for (const { name } of tables) texts.push(...(await t.db.execute(sql.raw(`select r::text from ${name} r`))));
    return JSON.stringify(texts);
  }

  const spellings = (token: string) => {
    const raw = Buffer.from(token, 'base64url');
    const text = Buffer.from(token, 'utf8');
    return [
      token,
      ...[raw, text].flatMap((bytes) => [bytes.toString('hex'), bytes.toString('base64').replace(/=+$/, '')]),
    ];
  };

  it('D1: a full dump contains no live link, in any encoding, neither mailed nor waiting', async () => {
    const person = await somebody();
    await ask(person.email);
    await changeEmail(person, `${person.username}_k@example.org`);
    const waiting = await dump(); // the mails are still in the outbox
    const tokens = [
      await mailed('restore', person.email),
      await mailed('verify', `${person.username}_k@example.org`),
      await mailed('reset', person.email),
    ];
    const mailedDump = await dump();
    expect(tokens.every((token) => token.length === 43)).toBe(true);
    expect(waiting).toContain(person.username);
    for (const token of tokens) {
      for (const spelling of spellings(token))
        expect([waiting.includes(spelling), mailedDump.includes(spelling)]).toEqual([false, false]);
      expect(mailedDump).toContain(hashToken(token));
    }
    // The control: a link in clear text is found.
    const [, planted = ''] = tokens;
    await t.db
      .update(users)
      .set({ passion: Buffer.from(planted, 'base64url').toString('hex') })
      .where(eq(users.id, person.id));
    const bad = await dump();
    expect(spellings(planted).some((spelling) => bad.includes(spelling))).toBe(true);
    await t.db.update(users).set({ passion: '' }).where(eq(users.id, person.id));
  });

  it('links that expired long ago are removed, others are not', async () => {
    const { removeOldLinks } = await import('./links.ts');
    const person = await somebody();
    const token = await resetLinkOf(person.email);
    const own = and(eq(mailTokens.userId, person.id), eq(mailTokens.tokenHash, hashToken(token)));
    await t.db
      .update(mailTokens)
      .set({ expiresAt: sql`now() - interval '29 days'` })
      .where(own);
    await removeOldLinks(t.services.db);
    expect(await t.db.select().from(mailTokens).where(own)).toHaveLength(1);
    await t.db
      .update(mailTokens)
      .set({ expiresAt: sql`now() - interval '31 days'` })
      .where(own);
    await removeOldLinks(t.services.db);
    expect(await t.db.select().from(mailTokens).where(own)).toEqual([]);
  });

  it('I1: the log contains no token, address or password of these tests', () => {
    const log = t.log.join('');
    expect(canaries.size).toBeGreaterThan(40);
    expect(log).toContain('/api/auth/resetpassword/:token');
    expect([...canaries].filter((canary) => log.toLowerCase().includes(canary.toLowerCase()))).toEqual([]);
  });
});
