import { newPasswordSchema } from '@nuances/domain/validation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { password, testApp, type TestApp } from '../testing/test-app.ts';
import { isWeakPassword } from './weak-password.ts';

const person = { username: 'lea_martin', email: 'lea.m@jardin-bleu.fr' };
/** Every password here satisfies the other rules: without this list each would be accepted. */
const isSound = (password: string) => newPasswordSchema.safeParse(password).success;

describe('a common password', () => {
  it.each([
    'Password1!',
    'P@ssw0rd',
    'P@ssword1',
    'Passw0rd123!',
    'Azerty123!',
    'Motdepasse1!',
    'Soleil2024!',
    'Qwerty1!',
    '!1Welcome',
    'Abc123!@#',
    'Test@123',
    'Abcd1234!',
  ])('%s is refused, though it keeps the rules of form', async (password) => {
    expect(isSound(password)).toBe(true);
    expect(await isWeakPassword(password, person)).toBe(true);
  });
});

describe('a password made of what is known of the person or the product', () => {
  it.each(['Lea_martin1!', 'Lea_martin-26!', 'Jardin-bleu7!', 'Nuances2026!', '!Nu@nces7', 'Lea.m@jardin-bleu.fr1A'])(
    '%s is refused',
    async (password) => {
      expect(await isWeakPassword(password, person)).toBe(true);
    },
  );

  it.each(['Lea_martin1!', 'Jardin-bleu7!'])('control: %s is accepted for another account', async (password) => {
    expect(await isWeakPassword(password, { username: 'bob', email: 'bob@example.org' })).toBe(false);
  });
});

it.each([
  'Correct-horse-7!',
  'Night&Day7',
  'Tournesol7!',
  'Petit1!Jour',
  'Aa1!aaaa',
  'k7$Vq!zR2w',
  'Nuances-of-a-quiet-evening-7!',
  'Bobsled-and-1-kite!',
])('%s is taken', async (password) => {
  expect(isSound(password)).toBe(true);
  expect(await isWeakPassword(password, { username: 'bob', email: 'bob@example.org' })).toBe(false);
});

describe('over HTTP', () => {
  let t: TestApp;
  beforeAll(async () => {
    t = await testApp();
  });
  afterAll(() => t.close());

  const weak = 'Motdepasse1!';
  const sound = 'A-quiet-evening-7!';
  const sentences = {
    en: 'This password is very common, so it is easy to guess. Another one will protect you better.',
    fr: 'Ce mot de passe est très répandu, donc facile à deviner. Un autre vous protégera mieux.',
  };
  let turn = 0;

  /** The three calls that set a password: their input, and the field of the password. */
  const ways = {
    password: async (secret: string, language: 'en' | 'fr') => {
      turn += 1;
      const body = { username: `weak_${turn}`, email: `weak_${turn}@example.org`, password: secret };
      return t.http('POST', '/api/auth/signup', { body, language });
    },
    newPassword: async (secret: string, language: 'en' | 'fr') => {
      const { email } = await t.person(`weak_${(turn += 1)}`);
      await t.http('POST', '/api/auth/resetpassword', { body: { email } });
      await t.outbox.flush();
      const token = /resetpassword\/([\w-]{43})/.exec(t.mails.at(-1)?.text ?? '')?.[1] ?? '';
      return t.http('POST', `/api/auth/resetpassword/${token}`, { body: { newPassword: secret }, language });
    },
  };

  it.each(['en', 'fr'] as const)(
    'is told at the field of sign-up and reset, in %s; a sound one is taken',
    async (language) => {
      for (const [field, send] of Object.entries(ways)) {
        const refused = await send(weak, language);
        const message = sentences[language];
        expect([refused.status, refused.json]).toEqual([
          400,
          { error: message, message, code: 'passwordCommon', errors: { [field]: message } },
        ]);
        expect([200, 201]).toContain((await send(sound, language)).status);
      }
    },
  );

  it.each(['en', 'fr'] as const)(
    'is reported at the field of a change, in %s; a strong one is accepted',
    async (language) => {
      const person = await t.person(`changing_${language}`);
      const change = (newPassword: string) =>
        t.http('POST', '/trpc/profile.changePassword', {
          token: person.shortToken,
          body: { currentPassword: password, newPassword },
          language,
        });
      for (const secret of [weak, `Changing_${language}-1!`]) {
        const refused = await change(secret);
        expect(refused.status).toBe(400);
        expect(refused.json).toMatchObject({
          error: {
            data: { app: { fields: { newPassword: { code: 'passwordCommon', message: sentences[language] } } } },
          },
        });
      }
      expect((await change(sound)).status).toBe(200);
    },
  );
});
