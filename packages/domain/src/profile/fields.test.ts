import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { profileSchema } from './fields.ts';
import { genders } from './genders.ts';
import { checkForm } from '../validation.ts';

const profileTexts = ['passion', 'mission', 'vocation', 'profession', 'birthPlace'] as const;
const sound = {
  firstName: 'Léa',
  lastName: 'Martin',
  email: 'lea@example.org',
  dateOfBirth: '1990-04-01',
  countryOfResidency: 'France',
};

/** The code of the form when one field has this value; null when it is valid. */
const errorsOf = (field: string, value: unknown) => checkForm(profileSchema, { ...sound, [field]: value });
const kept = (more: object) => z.parse(profileSchema, { ...sound, ...more });

const dayMs = 86_400_000;
const dayFromNow = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);

describe('names', () => {
  const names = [
    ['firstName', 'firstNameRequired'],
    ['lastName', 'lastNameRequired'],
  ] as const;

  it.each(names)('NAME-1: %s is required', (field, code) => {
    for (const value of ['', '   ', '\u00a0\t', null, undefined, 5, [], {}])
      expect(errorsOf(field, value)).toEqual({ [field]: code });
  });

  it.each(names)('NAME-1: %s loses the spaces around it', (field) => {
    expect(kept({ [field]: '  Léa Anne \n' })[field]).toBe('Léa Anne');
    expect(errorsOf(field, `  ${'a'.repeat(60)}  `)).toBeNull();
  });

  it.each([
    ['D’Arc', null],
    ["O'Neil", null],
    ['Jean-Luc', null],
    ['J. R. R.', null],
    ['李', null],
    ['Zoe\u0308', null],
    ['ابن', null],
    ['a'.repeat(60), null],
    ['a'.repeat(61), 'nameLength'],
    ['5'.repeat(61), 'nameLength'],
    ['R2D2', 'nameChars'],
    ['a@b', 'nameChars'],
    ['a\nb', 'nameChars'],
    ['a\tb', 'nameChars'],
    ['a\u00a0b', 'nameChars'],
    ['🌸', 'nameChars'],
    ['<b>', 'nameChars'],
    ['a\0', 'nameChars'],
    ['a\u202eb', 'nameChars'],
    ['\ud800', 'nameChars'],
  ])('NAME-1: %j gives %s', (value, code) => {
    expect(errorsOf('firstName', value)).toEqual(code === null ? null : { firstName: code });
  });

  it('NAME-1: what is kept is trimmed, short and made of allowed characters', () => {
    const near = fc.string({ unit: fc.constantFrom(...Array.from("aÉ李ض -'’.5@\n")), maxLength: 70 });
    fc.assert(
      fc.property(near, (lastName) => {
        const parsed = z.safeParse(profileSchema, { ...sound, lastName });
        const isSound = /^[aÉ李ض \-'’.]{1,60}$/u.test(lastName.trim());
        expect(parsed.success).toBe(isSound);
        if (parsed.success) expect(parsed.data.lastName).toBe(lastName.trim());
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('birth', () => {
  it.each([
    ['1990-04-01', '1990-04-01'],
    ['1990-04-01T00:00:00.000Z', '1990-04-01'],
    ['1990-04-01T00:00:00Z', '1990-04-01'],
    ['1990-04-01T23:30:00-05:00', '1990-04-01'],
    ['1990-04-01T00:30', '1990-04-01'],
    ['1990-04-01T23:59:59.999999+0530', '1990-04-01'],
    ['2000-02-29', '2000-02-29'],
    ['0001-01-01', '0001-01-01'],
    [dayFromNow(0), dayFromNow(0)],
  ])('BIRTH-1: %s is kept as %s', (dateOfBirth, day) => {
    expect(kept({ dateOfBirth }).dateOfBirth).toBe(day);
  });

  it.each([
    ['', 'dateOfBirthRequired'],
    [null, 'dateOfBirthRequired'],
    [undefined, 'dateOfBirthRequired'],
    [638_928_000_000, 'dateOfBirthRequired'],
    ['2001-02-29', 'dateOfBirthInvalid'],
    ['1990-13-01', 'dateOfBirthInvalid'],
    ['1990-00-10', 'dateOfBirthInvalid'],
    ['0000-01-01', 'dateOfBirthInvalid'],
    ['01.04.1990', 'dateOfBirthInvalid'],
    ['1990-4-1', 'dateOfBirthInvalid'],
    ['1990-04-01x', 'dateOfBirthInvalid'],
    ['1990-04-01\n', 'dateOfBirthInvalid'],
    ['1990-04-01T99:00', 'dateOfBirthInvalid'],
    ['1990-04-01T12:60:00Z', 'dateOfBirthInvalid'],
    ['1990-04-01T12:00:00.Z', 'dateOfBirthInvalid'],
    ['1990-04-01T12:00:00+99:00', 'dateOfBirthInvalid'],
    ['+01990-04-01', 'dateOfBirthInvalid'],
    ['April 1, 1990', 'dateOfBirthInvalid'],
    [dayFromNow(3), 'dateOfBirthFuture'],
    ['9999-12-31', 'dateOfBirthFuture'],
  ])('BIRTH-1: %j gives %s', (value, code) => {
    expect(errorsOf('dateOfBirth', value)).toEqual({ dateOfBirth: code });
  });

  it('BIRTH-1: every past day is accepted, alone and with any time of day, and stored as that day', () => {
    const max = new Date();
    fc.assert(
      fc.property(fc.date({ min: new Date('0001-01-01T00:00:00Z'), max, noInvalidDate: true }), (date) => {
        const day = date.toISOString().slice(0, 10);
        expect(kept({ dateOfBirth: day }).dateOfBirth).toBe(day);
        expect(kept({ dateOfBirth: date.toISOString() }).dateOfBirth).toBe(day);
      }),
    );
  });

  it('BIRTH-1: a stored value is always a day of the calendar', () => {
    const near = fc.tuple(
      fc.integer({ min: 0, max: 2030 }),
      fc.integer({ min: 0, max: 14 }),
      fc.integer({ min: 0, max: 33 }),
    );
    const padded = (value: number, length: number) => String(value).padStart(length, '0');
    fc.assert(
      fc.property(near, ([year, month, day]) => {
        const dateOfBirth = `${padded(year, 4)}-${padded(month, 2)}-${padded(day, 2)}`;
        const parsed = z.safeParse(profileSchema, { ...sound, dateOfBirth });
        if (!parsed.success) return;
        const at = new Date(`${dateOfBirth}T00:00:00Z`);
        expect([at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate()]).toEqual([year, month, day]);
      }),
      { numRuns: 1_000 },
    );
  });

  it('BIRTH-2: every minute of a day is a time, and so is none', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_439 }), (minute) => {
        const birthTime = new Date(minute * 60_000).toISOString().slice(11, 16);
        expect(kept({ birthTime }).birthTime).toBe(birthTime);
      }),
    );
    expect(kept({ birthTime: '' }).birthTime).toBe('');
    expect(kept({}).birthTime).toBeUndefined();
  });

  it.each(['24:00', '23:60', '7:05', '07:05:00', '0705', 'noon', ' 07:05', '07:05\n'])(
    'BIRTH-2: %j is no time',
    (birthTime) => {
      expect(errorsOf('birthTime', birthTime)).toEqual({ birthTime: 'timeInvalid' });
    },
  );
});

describe('country and texts', () => {
  it.each([
    ['', 'countryRequired'],
    ['  ', 'countryRequired'],
    [null, 'countryRequired'],
    [undefined, 'countryRequired'],
    [' F ', 'countryLength'],
    ['FR', null],
    ['Côte d’Ivoire (CI) 🌸', null],
    ['a'.repeat(60), null],
    ['a'.repeat(61), 'countryLength'],
  ])('COUNTRY-1: %j gives %s', (value, code) => {
    expect(errorsOf('countryOfResidency', value)).toEqual(code === null ? null : { countryOfResidency: code });
  });

  it('COUNTRY-1: spaces around it are dropped', () => {
    expect(kept({ countryOfResidency: '  New Zealand ' }).countryOfResidency).toBe('New Zealand');
  });

  it.each(profileTexts)('TEXT-1: %s holds any text up to its length, as it is', (field) => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
        expect(kept({ [field]: text })[field]).toBe(text);
      }),
      { numRuns: 30 },
    );
    expect(errorsOf(field, 'a'.repeat(500))).toBeNull();
    expect(errorsOf(field, 'a'.repeat(501))).toEqual({ [field]: 'tooLong' });
    for (const value of [5, {}]) expect(errorsOf(field, value)).toEqual({ [field]: 'badRequest' });
    for (const value of [undefined, null]) expect(kept({ [field]: value })[field]).toBeUndefined();
  });
});

describe('profile', () => {
  it('PROFILE-1: five fields are required, each with its own word', () => {
    expect(checkForm(profileSchema, {})).toEqual({
      firstName: 'firstNameRequired',
      lastName: 'lastNameRequired',
      email: 'emailRequired',
      dateOfBirth: 'dateOfBirthRequired',
      countryOfResidency: 'countryRequired',
    });
    expect(checkForm(profileSchema, { ...sound, email: 'a+b@c.fr' })).toEqual({ email: 'emailForm' });
  });

  it('PROFILE-1: the first broken field is reported first, also when parsed asynchronously', async () => {
    const wrong = { ...sound, firstName: '', email: 'x', dateOfBirth: 'x', countryOfResidency: '', birthTime: 'x' };
    const fields = ['firstName', 'email', 'dateOfBirth', 'countryOfResidency', 'birthTime'];
    expect(z.safeParse(profileSchema, wrong).error?.issues.map(({ path }) => path[0])).toEqual(fields);
    const parsed = await z.safeParseAsync(profileSchema, wrong);
    expect(parsed.error?.issues.map(({ path }) => path[0])).toEqual(fields);
  });

  it('PROFILE-1: the others stay when they are missing and are emptied when they are empty', () => {
    expect(kept({})).toEqual(sound);
    const empty = Object.fromEntries([...profileTexts, 'gender', 'birthTime'].map((field) => [field, '']));
    expect(kept(empty)).toEqual({ ...sound, ...empty });
  });

  it('PROFILE-1: gender is one of three', () => {
    for (const gender of genders) expect(kept({ gender }).gender).toBe(gender);
    for (const gender of ['Male', 'other', 5]) expect(errorsOf('gender', gender)).toEqual({ gender: 'badRequest' });
    expect(kept({ gender: null }).gender).toBeUndefined();
  });

  it('PROFILE-1: whatever else is sent is left out', () => {
    const own = ['role', 'isVerified', 'username', 'id', 'createdAt', 'passwordHash', 'userKey', 'pendingEmail'];
    expect(kept(Object.fromEntries(own.map((name) => [name, 'x'])))).toEqual(sound);
  });
});
