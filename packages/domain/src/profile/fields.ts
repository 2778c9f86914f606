import * as z from 'zod/mini';
import type { ErrorCode } from '../errors.ts';
import { field, trimmedField } from '../field.ts';
import { limits } from '../limits.ts';
import { having, shapeOf, type ThingField } from '../thing.ts';
import { emailSchema } from '../validation.ts';
import { genders } from './genders.ts';

/** Letters and marks of any script, space, hyphen, both apostrophes, dot. */
const namePattern = /^[\p{L}\p{M} \-'’.]+$/u;
const timePattern = /^(?:[01]\d|2[0-3]):[0-5]\d$/;
/** A day alone, or with a time of day and its zone. */
const dayPattern =
  /^\d{4}-\d{2}-\d{2}(?:T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)?)?$/;
const dayMs = 86_400_000;

/** First or last name: required, trimmed, 1 to 60 letters of any script (SPEC.md NAME-1). */
const name = (required: ErrorCode) =>
  trimmedField(
    required,
    ['nameLength', (value) => value.length <= limits.name.max],
    ['nameChars', (value) => namePattern.test(value)],
  );

/** The day of an ISO date or date-time: its first ten characters; the time of day does not count (SPEC.md BIRTH-1). */
function dayOf(value: string): string {
  return value.slice(0, 10);
}

/** Whether the calendar has this day: 2001-02-29 is invalid, and there was no year 0. */
function isDay(value: string): boolean {
  const day = dayOf(value);
  const at = Date.parse(`${day}T00:00:00.000Z`);
  if (!dayPattern.test(value) || day.startsWith('0000') || Number.isNaN(at)) return false;
  return new Date(at).toISOString().startsWith(day);
}

/** Today's date somewhere on earth is at most a day ahead of UTC. */
function isFuture(value: string): boolean {
  return Date.parse(`${dayOf(value)}T00:00:00.000Z`) > Date.now() + dayMs;
}

/** Date of birth: a day, required, not in the future (SPEC.md BIRTH-1). Returns YYYY-MM-DD. */
const dateOfBirth = z.pipe(
  field('dateOfBirthRequired', ['dateOfBirthInvalid', isDay], ['dateOfBirthFuture', (value) => !isFuture(value)]),
  z.transform(dayOf),
);

/** Country of residency: required, trimmed, 2 to 60 characters (SPEC.md COUNTRY-1). */
const country = trimmedField('countryRequired', [
  'countryLength',
  (value) => value.length >= limits.country.min && value.length <= limits.country.max,
]);

/** Null and absent both leave the stored value. */
const absent = <Value>(value: Value | null | undefined) => value ?? undefined;

/** An optional text of at most 500 characters (SPEC.md TEXT-1). */
const text = z.pipe(
  z.nullish(z.string().check(z.refine((value) => value.length <= limits.profileText.max, 'tooLong'))),
  z.transform(absent),
);

/** Hours and minutes, or nothing (SPEC.md BIRTH-2). */
const birthTime = z.pipe(
  z.nullish(z.string().check(z.refine((value) => value === '' || timePattern.test(value), 'timeInvalid'))),
  z.transform(absent),
);

const own = { purpose: 'profile', isSealed: false } as const;
const ofText = { ...own, sent: text, answered: z.string() } as const;

/** The fields of a profile, in the order in which their faults are told. */
export const profileFields = {
  firstName: { ...own, column: 'firstName', sent: name('firstNameRequired'), answered: z.string() },
  lastName: { ...own, column: 'lastName', sent: name('lastNameRequired'), answered: z.string() },
  /** The account's. A new one waits for its link; the one that waits is answered. */
  email: { column: 'email', purpose: 'account', isSealed: false, sent: emailSchema, answered: z.string() },
  dateOfBirth: { ...own, column: 'dateOfBirth', sent: dateOfBirth, answered: z.nullable(z.iso.datetime()) },
  countryOfResidency: { ...own, column: 'countryOfResidency', sent: country, answered: z.string() },
  gender: {
    ...own,
    column: 'gender',
    sent: z.pipe(z.nullish(z.enum(genders)), z.transform(absent)),
    answered: z.enum(genders),
  },
  passion: { ...ofText, column: 'passion' },
  mission: { ...ofText, column: 'mission' },
  vocation: { ...ofText, column: 'vocation' },
  profession: { ...ofText, column: 'profession' },
  birthTime: { ...own, column: 'birthTime', sent: birthTime, answered: z.string() },
  birthPlace: { ...ofText, column: 'birthPlace' },
} as const satisfies Readonly<Record<string, ThingField>>;

/** The fields that are stored as they are sent: all but the address. */
export const ownProfileFields = having(profileFields, 'purpose', ['profile']);

/** Fields that a person may change in their profile; other fields are ignored (SPEC.md PROFILE-1). */
export const profileSchema = z.object(shapeOf(profileFields, 'sent'));

/** A profile that has been checked. */
export type ProfileInput = z.output<typeof profileSchema>;
