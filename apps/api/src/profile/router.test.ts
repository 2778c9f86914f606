import { users } from '@nuances/db/schema';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { testApp, type TestApp, useApp } from '../testing/test-app.ts';
import { profileOutput } from './answer.ts';

const origin = 'https://nuances.example';

let t: TestApp;
useApp((app) => (t = app), { appUrl: origin });
beforeEach(async () => {
  await t.clearMails();
});

const somebody = (locale?: 'en' | 'fr') => t.person(undefined, 'user', locale);
type Somebody = TestApp['alice'];

/** An account with an unverified address. */
async function unverified() {
  const person = await somebody();
  await t.db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, person.id));
  return person;
}

const full = (email: string) => ({
  firstName: 'Léa',
  lastName: 'D’Arc-Martin',
  email,
  dateOfBirth: '1990-04-01T00:00:00.000Z',
  countryOfResidency: 'France',
  gender: 'female' as const,
  passion: 'La mer',
  mission: 'Écouter',
  vocation: '',
  profession: 'Luthière',
  birthTime: '07:05',
  birthPlace: 'Brest',
});

const read = (person: Somebody) => t.http('GET', '/api/profile', { token: person.shortToken });
const write = (person: Somebody, body: unknown, language?: string) =>
  t.http('PUT', '/api/profile', { token: person.shortToken, body, ...(language ? { language } : {}) });
const resend = (person: Somebody, email: string, language?: string) =>
  t.http('PUT', '/api/profile/resend-verification-email', {
    token: person.shortToken,
    body: { email },
    ...(language ? { language } : {}),
  });
const rowOf = async ({ id }: Somebody) => {
  const [row] = await t.db.select().from(users).where(eq(users.id, id));
  if (!row) throw new Error('no such row');
  return row;
};
const mailedTo = async () => {
  await t.outbox.flush();
  return t.mails.map(({ to, subject }) => [to, subject]).toSorted();
};
const openLinkTo = async (email: string) => {
  await t.outbox.flush();
  const mail = t.mails.findLast(({ to, text }) => to === email && text.includes('/auth/verify/'));
  const path = /\/auth\/verify\/[\w-]{43}/.exec(mail?.text ?? '')?.[0] ?? '/none';
  return (await t.http('GET', `/api${path}`)).status;
};

describe('profile', () => {
  it('is empty but for the data of the sign-up, on both transports', async () => {
    const person = await somebody('fr');
    const empty = {
      username: person.username,
      firstName: '',
      lastName: '',
      email: person.email,
      isVerified: true,
      pendingEmail: null,
      dateOfBirth: null,
      countryOfResidency: '',
      gender: '',
      passion: '',
      mission: '',
      vocation: '',
      profession: '',
      birthTime: '',
      birthPlace: '',
      language: 'fr',
      role: 'user',
    };
    const answer = await read(person);
    expect([answer.status, answer.json]).toEqual([200, empty]);
    expect(await person.api.profile.get()).toEqual(empty);
  });

  it('is stored, answered and read again, on both transports', async () => {
    const person = await somebody();
    const form = full(person.email);
    const answer = await write(person, form);
    const stored = {
      ...form,
      username: person.username,
      isVerified: true,
      pendingEmail: null,
      language: 'en',
      role: 'user',
    };
    expect([answer.status, answer.json]).toEqual([200, stored]);
    expect((await read(person)).json).toEqual(stored);
    const changed = await person.api.profile.update({
      ...form,
      dateOfBirth: '1991-12-31',
      firstName: '  Zoë  ',
      gender: '',
    });
    expect(changed).toEqual({ ...stored, dateOfBirth: '1991-12-31T00:00:00.000Z', firstName: 'Zoë', gender: '' });
    expect(await mailedTo()).toEqual([]);
    // The answer is a valid input.
    expect((await write(person, (await read(person)).json)).json).toEqual(changed);
  });

  it('keeps a missing optional field, and clears an empty one', async () => {
    const person = await somebody();
    await write(person, full(person.email));
    const { passion: _passion, birthTime: _birthTime, gender: _gender, ...rest } = full(person.email);
    const answer = profileOutput.parse((await write(person, { ...rest, mission: '', birthPlace: '' })).json);
    expect(answer).toMatchObject({
      passion: 'La mer',
      birthTime: '07:05',
      gender: 'female',
      mission: '',
      birthPlace: '',
    });
  });

  it('stores any text unchanged, for its owner only', async () => {
    const person = await somebody();
    const passion = `<script>alert(1)</script> "'; drop table users; -- {{7*7}} ${'🌸'.repeat(20)} \u200Fשלום`;
    await write(person, { ...full(person.email), passion });
    expect((await read(person)).json).toMatchObject({ passion });
    const bobs = profileOutput.parse((await t.http('GET', '/api/profile', { token: t.bob.shortToken })).json);
    expect(bobs).toMatchObject({ username: 'bob', passion: '' });
  });

  it('needs a session', async () => {
    const paths = [
      ['GET', '/api/profile'],
      ['PUT', '/api/profile'],
      ['PUT', '/api/profile/resend-verification-email'],
    ] as const;
    for (const [method, path] of paths) expect((await t.http(method, path)).status).toBe(401);
    await expect(t.guest.profile.get()).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });

  it.each(['en', 'fr'] as const)('reports every invalid field at once, in %s, and stores nothing', async (language) => {
    const person = await somebody();
    const before = await rowOf(person);
    const wrong = {
      firstName: ' ',
      lastName: 'R2D2',
      email: 'a+b@example.org',
      dateOfBirth: '2001-02-29',
      countryOfResidency: 'F',
      passion: 'a'.repeat(501),
      birthTime: '25:00',
    };
    const answer = await write(person, wrong, language);
    expect(answer.status).toBe(400);
    const said = {
      en: {
        firstName: 'First name is required.',
        lastName: 'Letters, spaces, hyphens, apostrophes and dots only.',
        email: expect.stringContaining('This form of address is not accepted'),
        dateOfBirth: 'This date does not exist.',
        countryOfResidency: 'Between 2 and 60 characters.',
        passion: '500 characters at most.',
        birthTime: 'This time does not exist.',
      },
      fr: {
        firstName: expect.stringMatching(/prénom/i),
        lastName: expect.stringMatching(/lettres/i),
        email: expect.any(String),
        dateOfBirth: expect.stringMatching(/date/i),
        countryOfResidency: expect.stringMatching(/entre/i),
        passion: expect.stringContaining('500'),
        birthTime: expect.stringMatching(/heure/i),
      },
    }[language];
    const { message, error, errors, code } = Object(answer.json);
    expect(errors).toEqual(said);
    expect([message, error, code]).toEqual([errors.firstName, errors.firstName, 'firstNameRequired']);
    const trpc = await t.http('POST', '/trpc/profile.update', { token: person.shortToken, body: wrong, language });
    const { fields } = Object(trpc.json).error.data.app;
    expect(Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, Object(field).message]))).toEqual(
      errors,
    );
    expect(await rowOf(person)).toEqual(before);
  });

  it('reports required fields with the messages of the specification', async () => {
    const person = await somebody();
    const answer = await write(
      person,
      { firstName: 'Léa', lastName: 'M', email: '', dateOfBirth: '', countryOfResidency: '' },
      'fr',
    );
    expect(Object(answer.json).errors).toEqual({
      email: "L'email est requis",
      dateOfBirth: 'La date de naissance est requise.',
      countryOfResidency: 'Le pays de résidence est requis.',
    });
    expect((await write(person, {})).status).toBe(400);
    expect((await write(person, undefined)).status).toBe(400);
    for (const body of ['[]', '5', '"x"', 'null']) expect((await write(person, body)).status).toBe(400);
  });

  it('E4: changes its own fields only', async () => {
    const person = await somebody();
    const before = await rowOf(person);
    const foreign = {
      role: 'admin',
      isVerified: false,
      emailVerifiedAt: null,
      pendingEmail: 'x@example.org',
      username: 'stolen',
      id: t.alice.id,
      userId: t.alice.id,
      createdAt: '2000-01-01T00:00:00Z',
      passwordHash: 'x',
      userKey: 'x',
      userKeySealed: 'x',
      userKeyVersion: 9,
      consentedAt: null,
      language: 'fr',
      locale: 'fr',
    };
    const form = full(person.email);
    const answer = await write(person, { ...form, ...foreign });
    expect([answer.status, t.log.filter((line) => line.includes('"level":50'))]).toEqual([200, []]);
    await t.http('POST', '/trpc/profile.update', { token: person.shortToken, body: { ...form, ...foreign } });
    const after = await rowOf(person);
    expect(after).toEqual({ ...before, ...form, dateOfBirth: '1990-04-01' });
    expect(after.firstName).not.toBe(before.firstName); // the control: its own fields did change
    expect((await rowOf(t.alice)).username).toBe('alice');
  });
});

describe('another address', () => {
  it.each(['en', 'fr'] as const)(
    'is pending until its link is used, while the old one stays in use, in %s',
    async (locale) => {
      const person = await somebody(locale);
      const next = `next_${locale}@example.org`;
      const answer = await write(person, full(next));
      expect(answer.json).toMatchObject({ email: next, isVerified: false, pendingEmail: next });
      expect((await read(person)).json).toMatchObject({ email: next, isVerified: false, pendingEmail: next });
      expect(await rowOf(person)).toMatchObject({ email: person.email, emailVerifiedAt: expect.any(Date) });
      const subjects = {
        en: [
          `Confirm your new address (account ${person.username})`,
          `Your address is about to change (account ${person.username})`,
        ],
        fr: [
          `Confirmez votre nouvelle adresse (compte ${person.username})`,
          `Votre adresse va changer (compte ${person.username})`,
        ],
      }[locale];
      expect(await mailedTo()).toEqual([
        [next, subjects[0]],
        [person.email, subjects[1]],
      ]);
      const login = (username: string) => t.logIn(username);
      expect([(await login(person.email)).status, (await login(next)).status]).toEqual([200, 401]);
      expect(await openLinkTo(next)).toBe(200);
      expect((await read(person)).json).toMatchObject({ email: next, isVerified: true, pendingEmail: null });
      expect([(await login(person.email)).status, (await login(next)).status]).toEqual([401, 200]);
    },
  );

  it('that is the same changes nothing, pending or not', async () => {
    const person = await somebody();
    await write(person, full(person.email));
    expect(await mailedTo()).toEqual([]);
    const next = `${person.username}_same@example.org`;
    await write(person, full(next));
    await t.clearMails();
    await write(person, full(next));
    expect(await mailedTo()).toEqual([]);
    expect(await rowOf(person)).toMatchObject({ email: person.email, pendingEmail: next });
  });

  it('that differs in case only replaces the stored spelling', async () => {
    const person = await somebody();
    const spelled = person.email.toUpperCase().replace('.ORG', '.org');
    expect((await write(person, full(spelled))).json).toMatchObject({
      email: spelled,
      isVerified: true,
      pendingEmail: null,
    });
    const next = `${person.username}_Case@example.org`;
    await write(person, full(next));
    await t.outbox.flush();
    expect(t.mails).toHaveLength(2);
    expect((await write(person, full(next.toLowerCase()))).json).toMatchObject({ pendingEmail: next.toLowerCase() });
    expect(await mailedTo()).toHaveLength(2);
    expect(await openLinkTo(next)).toBe(200);
    expect(await rowOf(person)).toMatchObject({ email: next.toLowerCase(), pendingEmail: null });
  });

  it('that is the stored one cancels the pending one and its link', async () => {
    const person = await somebody();
    const next = `${person.username}_back@example.org`;
    await write(person, full(next));
    expect((await write(person, full(person.email))).json).toMatchObject({
      email: person.email,
      isVerified: true,
      pendingEmail: null,
    });
    expect(await openLinkTo(next)).toBe(400);
  });

  it('replaces at once one that was never verified, whose link is void', async () => {
    const person = await unverified();
    await resend(person, person.email);
    const next = `${person.username}_typo@example.org`;
    const answer = await write(person, full(next));
    expect(answer.json).toMatchObject({ email: next, isVerified: false, pendingEmail: null });
    expect(await rowOf(person)).toMatchObject({ email: next, emailVerifiedAt: null, pendingEmail: null });
    expect(await mailedTo()).toEqual([
      [person.email, `Confirm your address (account ${person.username})`],
      [next, `Confirm your address (account ${person.username})`],
    ]);
    expect(await openLinkTo(person.email)).toBe(400);
    expect(await openLinkTo(next)).toBe(200);
    expect((await read(person)).json).toMatchObject({ email: next, isVerified: true });
  });

  it('that another account has verified is shown anyway, and its owner gets a mail', async () => {
    const person = await somebody();
    const answer = await write(person, full(t.bob.email.toUpperCase().replace('.ORG', '.org')));
    expect([answer.status, answer.json]).toMatchObject([200, { isVerified: false }]);
    expect(await mailedTo()).toContainEqual(['BOB@EXAMPLE.org', 'Vous avez déjà un compte']);
    expect(t.mails.some(({ text }) => text.includes('/auth/verify/'))).toBe(false);
  });

  it('is neither stored nor mailed when the rest of the form is refused', async () => {
    const person = await somebody();
    const next = `${person.username}_never@example.org`;
    expect((await write(person, { ...full(next), lastName: '' })).status).toBe(400);
    expect(await mailedTo()).toEqual([]);
    expect(await rowOf(person)).toMatchObject({ email: person.email, pendingEmail: null });
  });

  it('counts as an attempt, because it mails somebody', async () => {
    const limited = await testApp({ config: { authRateLimit: 2 } });
    const put = (email: string) =>
      limited.http('PUT', '/api/profile', { token: limited.alice.shortToken, body: full(email) });
    try {
      const statuses = [];
      for (let index = 0; index < 4; index += 1) statuses.push((await put(`flood${index}@example.org`)).status);
      expect(statuses).toEqual([200, 200, 429, 429]);
      expect((await put('flood1@example.org')).status).toBe(200); // the shown one sends no mail
    } finally {
      await limited.close();
    }
  });
});

describe('a new verification link', () => {
  it('goes to the stored address when none is pending, whatever is asked for, and voids the older one', async () => {
    const person = await unverified();
    const answer = await resend(person, 'victim@example.org');
    expect([answer.status, answer.json]).toEqual([
      200,
      { message: 'A confirmation e-mail has been sent to your address.' },
    ]);
    expect(await mailedTo()).toEqual([[person.email, `Confirm your address (account ${person.username})`]]);
    const [older] = t.mails;
    await resend(person, person.email);
    expect(await openLinkTo(person.email)).toBe(200);
    const path = /\/auth\/verify\/[\w-]{43}/.exec(older?.text ?? '')?.[0];
    expect((await t.http('GET', `/api${path}`)).status).toBe(400);
  });

  it('goes to the pending address when there is one', async () => {
    const person = await somebody();
    const next = `${person.username}_pending@example.org`;
    await write(person, full(next));
    await t.clearMails();
    expect(await person.api.profile.resendVerification({ email: person.email })).toEqual({
      message: 'A confirmation e-mail has been sent to your address.',
    });
    expect(await mailedTo()).toEqual([[next, `Confirm your new address (account ${person.username})`]]);
    expect(await openLinkTo(next)).toBe(200);
  });

  it.each([
    ['en', 'This address is already verified.'],
    ['fr', 'Cette adresse est déjà confirmée.'],
  ])('is not needed for a verified address, which is no error, in %s', async (language, message) => {
    const person = await somebody();
    const answer = await resend(person, person.email, language);
    expect([answer.status, answer.json]).toEqual([200, { message }]);
    expect(await mailedTo()).toEqual([]);
  });

  it('refuses an invalid address', async () => {
    const person = await unverified();
    expect((await resend(person, 'nobody')).json).toMatchObject({ code: 'emailInvalid' });
    expect(await mailedTo()).toEqual([]);
  });
});

it('changes the language of the account and of its next answers', async () => {
  const put = (body: unknown) => t.http('PUT', '/api/profile/language', { token: t.alice.shortToken, body });
  const done = await put({ language: 'fr' });
  expect([done.status, done.json]).toEqual([200, { language: 'fr' }]);
  const refused = await put({ language: 'de' });
  expect([refused.status, refused.json]).toMatchObject([
    400,
    { code: 'badRequest', message: expect.stringContaining('comprise') },
  ]);
  expect(await t.alice.api.profile.setLanguage({ language: 'en' })).toEqual({ language: 'en' });
  expect(await t.bob.api.results.list({ source: 'history' })).toEqual([]);
  const bobs = await t.http('GET', '/api/results', { token: t.bob.shortToken });
  expect(bobs.json).toMatchObject({ message: expect.stringContaining('comprise') });
});
