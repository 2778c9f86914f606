import { profileFields } from '@nuances/domain/profile/fields';
import { genders, type Gender } from '@nuances/domain/profile/genders';
import { namesOf, picked } from '@nuances/domain/thing';
import type { PendingProfile } from '../../offline/outbox-items.ts';
import type { RouterOutputs } from '../../api/router-types.ts';

export type Profile = RouterOutputs['profile']['get'];

export type FieldName = keyof typeof profileFields;

const fieldNames = namesOf(profileFields);

/** What stands in the fields; gender is one of the domain's values. */
export type ProfileValues = Readonly<Record<Exclude<FieldName, 'gender'>, string> & { gender: Gender }>;

export type ProfileChanges = Partial<ProfileValues>;

const dayLength = 'YYYY-MM-DD'.length;

/** Whether a name is that of a field of the profile. */
export function isFieldName(value: string): value is FieldName {
  return fieldNames.some((name) => name === value);
}

/** What a select gives, as a gender; empty for anything else. */
export function asGender(value: unknown): Gender {
  return genders.find((gender) => gender === value) ?? '';
}

/** The stored profile as the fields show it: a day without its midnight. */
export function valuesOf(profile: Profile): ProfileValues {
  return { ...picked(fieldNames, profile), dateOfBirth: profile.dateOfBirth?.slice(0, dayLength) ?? '' };
}

/** The changes after a field got a value; a field that says again what is stored is no change. */
export function withChange(
  changes: ProfileChanges,
  stored: ProfileValues,
  field: FieldName,
  value: string,
): ProfileChanges {
  const { [field]: _before, ...others } = changes;
  if (value === stored[field]) return others;
  return { ...others, [field]: field === 'gender' ? asGender(value) : value };
}

/** The fields as they will be once the outbox of this device has been sent. */
export function valuesWith(stored: ProfileValues, waiting: PendingProfile['changes'] | undefined): ProfileValues {
  const fields = Object.entries(waiting ?? {}).filter(([, value]) => value !== undefined);
  return { ...stored, ...Object.fromEntries(fields) };
}

/** What is still unsaved after `sent` was saved: fields that were changed meanwhile. */
export function changesSince(changes: ProfileChanges, sent: ProfileValues): ProfileChanges {
  return Object.fromEntries(
    Object.entries(changes).filter(([field, value]) => isFieldName(field) && value !== sent[field]),
  );
}
