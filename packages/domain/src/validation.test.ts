import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';
import { limits } from './limits.ts';
import {
  answersSchema,
  changePasswordSchema,
  checkForm,
  emailOnlySchema,
  emailSchema,
  fieldErrorsOf,
  idSchema,
  languageSchema,
  localeSchema,
  loginSchema,
  newPasswordSchema,
  passphraseFormSchema,
  passwordProofSchema,
  refreshSchema,
  resetFormSchema,
  resetSchema,
  signupSchema,
  usernameSchema,
  visitSchema,
} from './validation.ts';
import { scanFields } from './scan/fields.ts';
import { listScansSchema } from './scan/lists.ts';
import { shapeOf } from './thing.ts';

/** A scan as a client sends it, but its envelopes. */
const newScanSchema = z.object(shapeOf(scanFields, 'sent'));

/** The code of a field's value; null when it is valid. */
function errorOf(schema: z.ZodMiniType, value: unknown): string | null {
  const parsed = z.safeParse(schema, value);
  if (parsed.success) return null;
  expect(parsed.error.issues).toHaveLength(1);
  return parsed.error.issues[0]?.message ?? '';
}

const sound = (schema: z.ZodMiniType, value: unknown) => z.safeParse(schema, value).success;

const fields = [
  ['user name', usernameSchema, 'usernameRequired'],
  ['e-mail', emailSchema, 'emailRequired'],
  ['new password', newPasswordSchema, 'passwordRequired'],
] as const;

describe('fields', () => {
  it.each(fields)('FIELD-1: %s is required', (_, schema, required) => {
    for (const value of ['', undefined, null, 5, [], {}]) expect(errorOf(schema, value)).toBe(required);
  });

  it.each(fields)('FIELD-1: %s keeps what it is given, untrimmed', (_, schema) => {
    expect(sound(schema, ' Aa1!aaaa ')).toBe(schema === newPasswordSchema);
    fc.assert(
      fc.property(fc.string(), (value) => {
        const parsed = z.safeParse(schema, value);
        if (parsed.success) expect(parsed.data).toBe(value);
      }),
    );
  });

  /** The same rules written without regular expressions: the expected code of each text. */
  const oracles: Record<string, (value: string) => ErrorCode | null> = {
    'user name': (value) => {
      if (value === '') return 'usernameRequired';
      if (value.length < 3) return 'usernameMin';
      if (value.length > 30) return 'usernameMax';
      const allowed = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_';
      return Array.from(value).every((sign) => allowed.includes(sign)) ? null : 'usernameChars';
    },
    'new password': (value) => {
      if (value === '') return 'passwordRequired';
      if (value.length < 8) return 'passwordMin';
      if (value.length > 128) return 'passwordMax';
      const signs = Array.from(value);
      const has = (from: string, to: string) => signs.some((sign) => sign >= from && sign <= to && sign.length === 1);
      const symbol = signs.some((sign) => '@$!%*?&'.includes(sign));
      return has('a', 'z') && has('A', 'Z') && has('0', '9') && symbol ? null : 'passwordClasses';
    },
  };

  it.each([
    ['user name', usernameSchema],
    ['new password', newPasswordSchema],
  ] as const)('FIELD-1: of a %s the first broken rule is the one reported', (name, schema) => {
    const near = fc.string({ unit: fc.constantFrom(...Array.from('aZ0_@$!é 🌸\n-')), maxLength: 140 });
    fc.assert(
      fc.property(fc.oneof(near, fc.string({ unit: 'binary', maxLength: 40 })), (value) => {
        expect(errorOf(schema, value)).toBe(oracles[name]?.(value));
      }),
      { numRuns: 1_000 },
    );
  });

  it('FIELD-1: no text makes a rule throw or report two codes', () => {
    const schemas = [...fields.map(([, schema]) => schema), answersSchema, idSchema, localeSchema];
    fc.assert(
      fc.property(fc.anything(), fc.string({ unit: 'binary' }), (anything, text) => {
        for (const schema of schemas) {
          expect(() => z.safeParse(schema, anything)).not.toThrow();
          expect(() => z.safeParse(schema, text)).not.toThrow();
        }
        for (const [, schema] of fields) errorOf(schema, text);
      }),
    );
  });

  it('FIELD-1: 64 KB of any kind are judged at once', () => {
    const size = 65_536;
    const forms = [loginSchema, signupSchema, refreshSchema, languageSchema, newScanSchema, visitSchema];
    const bits = [...Array.from('aA0.-_@+ \0🌸'), 'a.', 'a@', 'a-.', '@a.', '2026-11-20T', '1e'];
    const started = performance.now();
    for (const bit of bits) {
      for (const tail of ['', '!', '@', '.fr']) {
        const text = bit.repeat(Math.ceil(size / bit.length)).slice(0, size - tail.length) + tail;
        for (const [, schema] of fields) expect(errorOf(schema, text)).not.toBeNull();
        for (const form of forms) {
          z.safeParse(form, text);
          z.safeParse(form, {
            username: text,
            email: text,
            password: text,
            language: text,
            refreshToken: text,
            _id: text,
            answers: text,
            createdAt: text,
          });
        }
      }
    }
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});

describe('user name', () => {
  it.each([
    ['', 'usernameRequired'],
    ['a', 'usernameMin'],
    ['ab', 'usernameMin'],
    ['é', 'usernameMin'],
    ['  ', 'usernameMin'],
    ['abc', null],
    ['___', null],
    ['123', null],
    ['Alice_42', null],
    ['a'.repeat(30), null],
    ['a'.repeat(31), 'usernameMax'],
    ['é'.repeat(31), 'usernameMax'],
    ['léa', 'usernameChars'],
    ['a b', 'usernameChars'],
    [' abc', 'usernameChars'],
    ['abc\n', 'usernameChars'],
    ['abc\0', 'usernameChars'],
    ['a-b', 'usernameChars'],
    ['a.b', 'usernameChars'],
    ['a@b.fr', 'usernameChars'],
    ['ａｂｃ', 'usernameChars'],
    ['١٢٣', 'usernameChars'],
    ['🌸🌸', 'usernameChars'],
  ])('USER-1: %j gives %s', (value, code) => {
    expect(errorOf(usernameSchema, value)).toBe(code);
  });
});

describe('e-mail', () => {
  const long = (length: number) => `${'a'.repeat(length - '@b.fr'.length)}@b.fr`;

  it.each([
    ['', 'emailRequired'],
    ['a@b.fr', null],
    ['A.b_c-d@x-y.co.uk', null],
    ['a@b.museum', null],
    ['1@2.fr', null],
    ['_@b.fr', null],
    [long(254), null],
    [long(255), 'emailInvalid'],
    ['a+b@c.fr', 'emailForm'],
    ['+@c.fr', 'emailForm'],
    ['a@b.systems', 'emailForm'],
    ['a+b@c.systems', 'emailForm'],
    [`a@b.${'z'.repeat(63)}`, 'emailForm'],
    [`a@b.${'z'.repeat(64)}`, 'emailInvalid'],
    ['a@b', 'emailInvalid'],
    ['a@b.c', 'emailInvalid'],
    ['a+b@c', 'emailInvalid'],
    ['a@@b.fr', 'emailInvalid'],
    ['a@b@c.fr', 'emailInvalid'],
    ['@b.fr', 'emailInvalid'],
    ['a@', 'emailInvalid'],
    ['a', 'emailInvalid'],
    ['a@b..fr', 'emailInvalid'],
    ['a@.fr', 'emailInvalid'],
    ['a@b.fr.', 'emailInvalid'],
    ['a b@c.fr', 'emailInvalid'],
    [' a@b.fr', 'emailInvalid'],
    ['a@b.fr ', 'emailInvalid'],
    ['a@b.fr\n', 'emailInvalid'],
    ['a@b.fr\r\nBcc: c@d.fr', 'emailInvalid'],
    ['é@b.fr', 'emailInvalid'],
    ['a@é.fr', 'emailInvalid'],
    ['a@b.f1', 'emailInvalid'],
    ['a@[127.0.0.1]', 'emailInvalid'],
    ['<a@b.fr>', 'emailInvalid'],
    ['a@b.fr,c@d.fr', 'emailInvalid'],
  ])('MAIL-1: %j gives %s', (value, code) => {
    expect(errorOf(emailSchema, value)).toBe(code);
  });

  it('MAIL-1: whatever is put together by the rule is taken', () => {
    const part = (letters: string, minLength: number, maxLength: number) =>
      fc.string({ unit: fc.constantFrom(...Array.from(letters)), minLength, maxLength });
    const letters = 'abcxyzABCXYZ';
    fc.assert(
      fc.property(
        part(`${letters}059._-`, 1, 64),
        fc.array(part(`${letters}059-`, 1, 20), { minLength: 1, maxLength: 4 }),
        part(letters, 2, 6),
        (local, domain, ending) => {
          expect(errorOf(emailSchema, `${local}@${domain.join('.')}.${ending}`)).toBeNull();
        },
      ),
    );
  });

  it('MAIL-1: what is taken has one @, no blank and an ending of 2 to 6 letters', () => {
    const near = fc.string({ unit: fc.constantFrom(...Array.from('ab0.-_@@..+ é\n')), maxLength: 30 });
    fc.assert(
      fc.property(near, (value) => {
        if (errorOf(emailSchema, value) !== null) return;
        const [local = '', domain = '', ...rest] = value.split('@');
        expect(rest).toEqual([]);
        expect(local).not.toBe('');
        expect(value).not.toMatch(/[\s+é]/);
        const names = domain.split('.');
        expect(names.length).toBeGreaterThanOrEqual(2);
        expect(names).not.toContain('');
        expect(names.at(-1)?.length).toBeGreaterThanOrEqual(limits.email.endingMin);
        expect(names.at(-1)?.length).toBeLessThanOrEqual(limits.email.endingMax);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('new password', () => {
  it.each([
    ['', 'passwordRequired'],
    ['Aa1!aaa', 'passwordMin'],
    ['Aa1!aaaa', null],
    ['aaaaaaaa', 'passwordClasses'],
    ['AA1!AAAA', 'passwordClasses'],
    ['aa1!aaaa', 'passwordClasses'],
    ['Aaa!aaaa', 'passwordClasses'],
    ['Aa1aaaaa', 'passwordClasses'],
    ['Aa1#aaaa', 'passwordClasses'],
    ['É é 1 !aaa', 'passwordClasses'],
    ['Aa١!aaaa', 'passwordClasses'],
    ['Aa1! 🌸 é', null],
    ['        ', 'passwordClasses'],
    [`Aa1!${'a'.repeat(124)}`, null],
    [`Aa1!${'a'.repeat(125)}`, 'passwordMax'],
    ['a'.repeat(129), 'passwordMax'],
  ])('PASS-1: %j gives %s', (value, code) => {
    expect(errorOf(newPasswordSchema, value)).toBe(code);
  });

  it.each(Array.from('@$!%*?&'))('PASS-1: %s is a symbol', (symbol) => {
    expect(errorOf(newPasswordSchema, `Aa1aaaa${symbol}`)).toBeNull();
  });

  it.each(Array.from('#^()-_=+[]{}.,;:/\\|~`\'" €'))('PASS-1: %s is none', (symbol) => {
    expect(errorOf(newPasswordSchema, `Aa1aaaa${symbol}`)).toBe('passwordClasses');
  });
});

describe('reset and change of the password', () => {
  const sound1 = 'Aa1!aaaa';

  it.each([
    [{ newPassword: sound1, confirmPassword: sound1 }, null],
    [{ newPassword: sound1, confirmPassword: 'Aa1!aaab' }, { confirmPassword: 'passwordMismatch' }],
    [{ newPassword: sound1, confirmPassword: 'Aa1!aaaA' }, { confirmPassword: 'passwordMismatch' }],
    [{ newPassword: sound1, confirmPassword: `${sound1} ` }, { confirmPassword: 'passwordMismatch' }],
    [{ newPassword: sound1, confirmPassword: '' }, { confirmPassword: 'passwordMismatch' }],
    [
      { newPassword: 'short', confirmPassword: 'other' },
      { newPassword: 'passwordMin', confirmPassword: 'passwordMismatch' },
    ],
    [{ newPassword: 'short', confirmPassword: 'short' }, { newPassword: 'passwordMin' }],
    [{ newPassword: '', confirmPassword: '' }, { newPassword: 'passwordRequired' }],
  ])('PASS-2: %j gives %j', (value, errors) => {
    expect(checkForm(resetFormSchema, value)).toEqual(errors);
  });

  it('PASS-2: the confirmation is reported if and only if it differs', () => {
    const text = fc.string({ maxLength: 12 });
    fc.assert(
      fc.property(text, text, (newPassword, confirmPassword) => {
        const errors = checkForm(resetFormSchema, { newPassword, confirmPassword });
        expect(errors?.['confirmPassword'] === 'passwordMismatch').toBe(newPassword !== confirmPassword);
      }),
    );
  });

  it.each([
    [{ passphrase: 'onze signes', again: 'onze signes' }, { passphrase: 'passphraseMin' }],
    [{ passphrase: '', again: '' }, { passphrase: 'passphraseMin' }],
    [{ passphrase: 'douze signes', again: 'douze Signes' }, { again: 'passphraseMismatch' }],
    [{ passphrase: 'x'.repeat(129), again: 'x'.repeat(129) }, { passphrase: 'passwordMax' }],
    [{ passphrase: 'douze signes', again: 'douze signes' }, null],
  ])('PASS-4: %j gives %j', (value, errors) => {
    expect(checkForm(passphraseFormSchema, value)).toEqual(errors);
  });

  it('PASS-2: the confirmation is not sent', () => {
    expect(z.parse(resetSchema, { newPassword: sound1, confirmPassword: 'x' })).toEqual({ newPassword: sound1 });
    expect(checkForm(resetSchema, {})).toEqual({ newPassword: 'passwordRequired' });
  });

  it.each([
    [{ currentPassword: 'x', newPassword: sound1 }, null],
    [
      { currentPassword: '', newPassword: 'a' },
      { currentPassword: 'passwordRequired', newPassword: 'passwordMin' },
    ],
    [{ newPassword: sound1 }, { currentPassword: 'passwordRequired' }],
    [{ currentPassword: 'x'.repeat(128), newPassword: sound1 }, null],
    [{ currentPassword: 'x'.repeat(129), newPassword: sound1 }, { currentPassword: 'currentPassword' }],
  ])('PASS-3: %j gives %j', (value, errors) => {
    expect(checkForm(changePasswordSchema, value)).toEqual(errors);
  });

  it('PASS-3: a password that proves who asks is only required', () => {
    expect(checkForm(passwordProofSchema, { password: 'x' })).toBeNull();
    expect(checkForm(passwordProofSchema, {})).toEqual({ password: 'passwordRequired' });
    expect(checkForm(passwordProofSchema, { password: 'x'.repeat(129) })).toEqual({ password: 'currentPassword' });
  });

  it('MAIL-1: a request for a link checks its address', () => {
    expect(checkForm(emailOnlySchema, { email: 'a@b.fr' })).toBeNull();
    expect(checkForm(emailOnlySchema, { email: 'a+b@c.fr' })).toEqual({ email: 'emailForm' });
    expect(checkForm(emailOnlySchema, {})).toEqual({ email: 'emailRequired' });
  });
});

describe('login and tokens', () => {
  it.each([
    [
      { username: '', password: '' },
      { username: 'usernameRequired', password: 'passwordRequired' },
    ],
    [{}, { username: 'usernameRequired', password: 'passwordRequired' }],
    [{ username: 'ab', password: 'x' }, { username: 'usernameMin' }],
    [{ username: 'abc', password: 'x' }, null],
    [{ username: 'a b+c@é', password: ' ' }, null],
    [{ username: 'a@b.systems', password: 'x' }, null],
    [{ username: 'a'.repeat(254), password: 'x'.repeat(128) }, null],
    [{ username: 'a'.repeat(255), password: 'x' }, { username: 'loginFailed' }],
    [{ username: 'abc', password: 'x'.repeat(129) }, { password: 'loginFailed' }],
  ])('LOGIN-1: %j gives %j', (value, errors) => {
    expect(checkForm(loginSchema, value)).toEqual(errors);
  });

  it('TOKEN-1: any text but none may be asked for', () => {
    for (const refreshToken of ['x', ' ', '\0', 'x'.repeat(65_536)]) {
      expect(sound(refreshSchema, { refreshToken })).toBe(true);
    }
    for (const refreshToken of ['', null, undefined, 5, {}]) expect(sound(refreshSchema, { refreshToken })).toBe(false);
  });
});

describe('language', () => {
  const form = { username: 'alice', email: 'a@b.fr', password: 'Aa1!aaaa' };

  it.each([
    ['fr', 'fr'],
    ['en', 'en'],
    ['de', 'en'],
    ['FR', 'en'],
    [null, 'en'],
    [undefined, 'en'],
    [5, 'en'],
  ])('LOCALE-2: sign-up with %j is in %s', (language, locale) => {
    expect(z.parse(signupSchema, { ...form, language }).language).toBe(locale);
  });

  it('LOCALE-2: sign-up without a language is in English', () => {
    expect(z.parse(signupSchema, form).language).toBe('en');
  });

  it('LOCALE-2: a change takes en or fr only', () => {
    expect(
      ['en', 'fr', 'de', 'FR', '', null, undefined].map((language) => sound(languageSchema, { language })),
    ).toEqual([true, true, false, false, false, false, false]);
  });
});

describe('scan', () => {
  const answers = [1, 2, 3, 4, 5, 6, 10];
  const parse = (more: object) => z.safeParse(newScanSchema, { answers, ...more });

  it('SCAN-1: every run of seven whole numbers from 1 to 10 is a scan', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 10 }), { minLength: 7, maxLength: 7 }), (given) => {
        expect(z.parse(answersSchema, given)).toEqual(given);
      }),
    );
  });

  it.each([
    [[]],
    [[1, 2, 3, 4, 5, 6]],
    [[1, 2, 3, 4, 5, 6, 7, 8]],
    [[0, 2, 3, 4, 5, 6, 7]],
    [[1, 2, 3, 4, 5, 6, 11]],
    [[1, 2, 3, 4.5, 5, 6, 7]],
    [['1', 2, 3, 4, 5, 6, 7]],
    [[null, 2, 3, 4, 5, 6, 7]],
    [[Number.NaN, 2, 3, 4, 5, 6, 7]],
    [[Number.POSITIVE_INFINITY, 2, 3, 4, 5, 6, 7]],
    ['1234567'],
    [{ 0: 1, length: 7 }],
    [null],
    [undefined],
    [5],
  ])('SCAN-1: %j is no scan', (given) => {
    expect(checkForm(newScanSchema, { answers: given })).toEqual({ answers: 'answersInvalid' });
  });

  it.each([
    [0, 0],
    [0.4, 0],
    [0.5, 1],
    [61.5, 62],
    [86_400, 86_400],
    [86_401, 86_400],
    [Number.MAX_VALUE, 86_400],
    [null, null],
    [undefined, undefined],
  ])('SCAN-2: a duration of %s is kept as %s', (duration, kept) => {
    expect(parse({ duration }).data?.duration).toBe(kept);
  });

  it.each([[-1], [-0.1], [Number.NaN], [Number.POSITIVE_INFINITY], ['60'], [true], [[]]])(
    'SCAN-2: %j is no duration',
    (duration) => {
      expect(checkForm(newScanSchema, { answers, duration })).toEqual({ duration: 'badRequest' });
    },
  );

  it('SCAN-2: a duration is kept as a whole number within a day', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }), (duration) => {
        const kept = parse({ duration }).data?.duration;
        expect(Number.isInteger(kept)).toBe(true);
        expect(kept).toBeLessThanOrEqual(86_400);
        expect(kept).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('SCAN-3: a scan is never refused for its scoring', () => {
    expect(parse({}).success).toBe(true);
    fc.assert(
      fc.property(fc.anything(), (scoring) => {
        expect(parse({ scoring }).success).toBe(true);
      }),
    );
  });

  it.each([
    ['a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'],
    ['A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11', 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'],
    ['11111111-1111-1111-1111-111111111111', '11111111-1111-1111-1111-111111111111'],
    ['0190163d-8694-739b-aea5-966c26f8ad91', '0190163d-8694-739b-aea5-966c26f8ad91'],
    [null, null],
    [undefined, undefined],
  ])('SCAN-4: the id %j is kept as %j', (_id, kept) => {
    const parsed = parse({ _id });
    expect(parsed.success).toBe(true);
    expect(parsed.data?._id).toBe(kept);
  });

  it.each([
    '',
    'a0eebc99',
    'a0eebc999c0b4ef8bb6d6bb9bd380a11',
    '{a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11}',
    'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11\n',
    'g0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11',
    5,
  ])('SCAN-4: %j is no id', (_id) => {
    expect(parse({ _id }).success).toBe(false);
    expect(sound(idSchema, _id)).toBe(false);
  });

  it('SCAN-4: an id is read the same in any case', () => {
    fc.assert(
      fc.property(fc.uuid(), (id) => {
        expect(z.parse(idSchema, id.toUpperCase())).toBe(z.parse(idSchema, id));
      }),
    );
  });

  it.each([
    '2000-01-01T00:00:00Z',
    '2026-11-20T21:14:00Z',
    '2026-11-20T21:14:00.123Z',
    '2026-11-20T21:14:00+01:00',
    '2024-02-29T12:00:00-11:30',
    '9999-12-31T23:59:59.999Z',
  ])('TIME-2: %s is a moment', (createdAt) => {
    expect(parse({ createdAt }).data?.createdAt).toBe(createdAt);
  });

  it.each([
    '',
    'now',
    '1999-12-31T23:59:59.999Z',
    '2000-01-01T00:00:00+01:00',
    '2026-11-20',
    '2026-11-20T21:14:00',
    '2026-02-30T00:00:00Z',
    '2025-02-29T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-11-20T24:00:01Z',
    '2026-11-20T21:14:00+25:00',
    '2026-11-20T21:14:00Z\n',
    1_795_209_240_000,
  ])('TIME-2: %j is none', (createdAt) => {
    expect(checkForm(newScanSchema, { answers, createdAt })).toEqual({ createdAt: 'badRequest' });
  });

  it('TIME-2: whatever is taken is a real moment since 2000', () => {
    fc.assert(
      fc.property(fc.date({ noInvalidDate: true }), (date) => {
        const { success } = parse({ createdAt: date.toISOString() });
        const year = date.getUTCFullYear();
        expect(success).toBe(year >= 2000 && year <= 9999);
      }),
    );
  });

  it('SCAN-3: what is no field of a scan is left out', () => {
    expect(parse({ scoring: 3, userId: 'x', __proto__: { admin: true } }).data).toEqual({
      ...{ answers, scoring: 3 },
      // What was not sent is told by its default.
      ...{ kept: [], moment: 'exact' },
    });
  });

  it('LIMIT-1: scans are asked for by the history and the statistics', () => {
    expect(['history', 'stats', 'other', '', undefined].map((source) => sound(listScansSchema, { source }))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});

describe('forms', () => {
  it('FIELD-2: one code for each field, the first one', () => {
    expect(checkForm(signupSchema, { username: 'é', email: 'a+b@c.fr', password: 'a' })).toEqual({
      username: 'usernameMin',
      email: 'emailForm',
      password: 'passwordMin',
    });
    expect(
      fieldErrorsOf([
        { path: ['email'], message: 'emailForm' },
        { path: ['email', 'deeper'], message: 'emailInvalid' },
      ]),
    ).toEqual({ email: 'emailForm' });
  });

  it('FIELD-2: a rule without an error code becomes badRequest', () => {
    expect(fieldErrorsOf([{ path: ['createdAt'], message: 'Invalid ISO datetime' }])).toEqual({
      createdAt: 'badRequest',
    });
  });

  it.each([[null], [undefined], [5], ['text'], [[]]])('FIELD-2: %j is no form', (value) => {
    const errors = checkForm(signupSchema, value);
    expect(errors).toEqual({ '': 'badRequest' });
  });

  it('FIELD-2: a valid form has no errors', () => {
    expect(
      checkForm(signupSchema, { username: 'abc', email: 'a@b.fr', password: 'Aa1!aaaa', language: 'fr' }),
    ).toBeNull();
    expect(fieldErrorsOf([])).toEqual({});
    expect(checkForm(visitSchema, {})).toBeNull();
  });

  it('FIELD-2: fields may have any name', () => {
    for (const name of ['constructor', '__proto__', '7']) {
      expect(Object.entries(fieldErrorsOf([{ path: [name], message: 'server' }]))).toEqual([[name, 'server']]);
    }
  });
});
