import { newPasswordSchema } from '@nuances/domain/validation';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { password, testApp, type TestApp } from '../testing/test-app.ts';
import { log10GuessesOf } from './password-strength.ts';
import { isWeakPassword } from './weak-password.ts';

const person = { username: 'lea_martin', email: 'lea.m@jardin-bleu.fr' };
/** Every password here satisfies the other rules: without the estimate each would be accepted. */
const isSound = (password: string) => newPasswordSchema.safeParse(password).success;

/** A busy machine takes its time to start the thread. */
const waiting = { timeout: 15_000 };
beforeAll(() => vi.waitFor(async () => expect(await log10GuessesOf([], [])).toEqual([]), waiting));

describe('a password that guessers try early', () => {
  it.each([
    'Bienvenue1!',
    'Bienvenue2024!',
    'Printemps2026!',
    'Doudou123!',
    'Coucou123!',
    'Nuance1!',
    'Aa1!Aa1!',
    'Password1!',
    'P@ssw0rd',
    'Motdepasse1!',
    'M0td3p@sse1!',
    'Azertyuiop1!',
    'Qsdfghjk1!',
    'Soleil!2024!',
    '!Vacances2025',
    'Nicolas-1985!',
    'Marseille13!',
    'Passw0rd-2026!',
    '!1Welcome',
    'A1!bcdefghijklmnop',
  ])('%s is refused, though it keeps the rules of form', async (password) => {
    expect(isSound(password)).toBe(true);
    expect(await isWeakPassword(password, person)).toBe(true);
  });
});

describe('a password made of what is known of the person or the product', () => {
  it.each([
    'Lea_martin1!',
    'Lea_martin-26!',
    'Jardin-bleu7!',
    'Nuances2026!',
    '!Nu@nces7',
    'Lea.m@jardin-bleu.fr1A',
    'Lea_martinkQ9&xZ2',
    'Lea4837?!29&',
  ])('%s is refused', async (password) => {
    expect(await isWeakPassword(password, person)).toBe(true);
  });

  it.each(['Jardin-bleu7!', 'Lea_martinkQ9&xZ2', 'Lea4837?!29&'])(
    'control: %s is accepted for another account',
    async (password) => {
      expect(await isWeakPassword(password, { username: 'bob', email: 'bob@example.org' })).toBe(false);
    },
  );
});

it.each([
  'Correct-horse-7!',
  'Petit1!Jour',
  'Another-horse-8!',
  'Kj8%mQz2',
  'xQ9&vLp2',
  '8gT*rw2W',
  'k7$Vq!zR2w',
  'é7Çà!kWoulou',
  'Tr0ub4dor&3',
  'W8-la-mer?',
  '7Lunes*Rousses',
  'Le7chat&mange',
  'Trois_Pommes8!',
  'Vol9.Plume.Gris?',
  'M4nchots-au-soleil!',
  '2Pies&un-merle',
  '9rue-Lepic&Lavande',
  '3.14Tarte-aux-prunes%',
  'Nuances-of-a-quiet-evening-7!',
  'un-Arrosoir-1-rouge!',
  'Пр1вет-мир-Ab!',
  `Kj8%mQz2${'-Kj8%'.repeat(24)}`,
])('%s is taken', async (password) => {
  expect(isSound(password)).toBe(true);
  expect(await isWeakPassword(password, { username: 'bob', email: 'bob@example.org' })).toBe(false);
});

it('keeps nobody from an account while too many wait to be judged, and judges the next one', async () => {
  const long = `${'Xk7!qz'.repeat(20)}a`;
  const asked = Array.from({ length: 40 }, () => log10GuessesOf([long], []));
  // One is being judged and 32 wait.
  expect(await Promise.all(asked.slice(33))).toEqual(Array.from({ length: 7 }, () => null));
  expect(await isWeakPassword('Bienvenue2024!', person)).toBe(false);
  await Promise.all(asked);
  await vi.waitFor(async () => expect(await isWeakPassword('Bienvenue2024!', person)).toBe(true), waiting);
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
    en: 'This password is easy to guess. Several unrelated words, with a digit and a symbol (@$!%*?&), will protect you better.',
    fr: 'Ce mot de passe est facile à deviner. Plusieurs mots sans lien, avec un chiffre et un symbole (@$!%*?&), vous protégeront mieux.',
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
