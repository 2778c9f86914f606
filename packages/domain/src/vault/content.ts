/** What the envelopes of a vault hold: JSON of what the person has said (SPEC.md VAULT-2). */
import * as z from 'zod/mini';
import { noteCategories } from '../axes.ts';
import { moodContent, readMoodContent, type MoodContent } from '../moods/fields.ts';
import type { NoteContent } from '../note/fields.ts';
import { ownProfileFields } from '../profile/fields.ts';
import { type Gender, genders } from '../profile/genders.ts';
import { isRecord, readJson } from '../record.ts';
import { readScanContent, scanContent, type ScanContent } from '../scan/fields.ts';
import { namesOf, picked } from '../thing.ts';

/** What is sealed of a note. Which scan it is linked to stays readable. */
export type VaultNote = Readonly<Pick<NoteContent, 'title' | 'text' | 'categoryId'>>;

const noteSchema = z.object({
  title: z.string(),
  text: z.string(),
  categoryId: z.catch(z.enum(noteCategories), 'other'),
});

const profileNames = namesOf(ownProfileFields);
type ProfileName = (typeof profileNames)[number];

/** The fields of a profile that are sealed, as they are answered. */
export type VaultProfile = Readonly<Record<Exclude<ProfileName, 'dateOfBirth' | 'gender'>, string>> & {
  /** ISO time; null when it is not given. */
  readonly dateOfBirth: string | null;
  readonly gender: Gender;
};

const said = z.catch(z.string(), '');
const profileSchema = z.object({
  firstName: said,
  lastName: said,
  dateOfBirth: z.catch(z.nullable(z.string()), null),
  countryOfResidency: said,
  gender: z.catch(z.enum(genders), ''),
  passion: said,
  mission: said,
  vocation: said,
  profession: said,
  birthTime: said,
  birthPlace: said,
} satisfies Record<ProfileName, z.ZodMiniType>);

/** A profile of which nothing was given. */
export const emptyVaultProfile: VaultProfile = z.parse(profileSchema, {});

export function textOfVaultNote({ title, text, categoryId }: VaultNote): string {
  return JSON.stringify({ title, text, categoryId });
}

/** The content of a note; null for a text that is none. */
export function vaultNoteOf(text: string): VaultNote | null {
  return z.safeParse(noteSchema, readJson(text)).data ?? null;
}

export function textOfVaultScan(scan: ScanContent): string {
  return JSON.stringify(scanContent(scan));
}

/** The content of a scan; null for a text that is none. */
export function vaultScanOf(text: string): ScanContent | null {
  return readScanContent(readJson(text));
}

/** What is sealed of a part of moods. */
export type VaultMoods = MoodContent & {
  /** It came readable to a vault: the device that sealed it says so for good. */
  readonly arrivedClear?: true;
};

export function textOfVaultMoods({ arrivedClear, ...part }: VaultMoods): string {
  return JSON.stringify({ ...moodContent(part), ...(arrivedClear && { arrivedClear }) });
}

/** The content of a part of moods; null for a text that is none. */
export function vaultMoodsOf(text: string): VaultMoods | null {
  const stored = readJson(text);
  const content = readMoodContent(stored);
  return content && isRecord(stored) && stored['arrivedClear'] === true ? { ...content, arrivedClear: true } : content;
}

/** What is sealed of a profile. */
export function vaultProfile(profile: VaultProfile): VaultProfile {
  return picked(profileNames, profile);
}

/** @param profile may have more than what is sealed of it */
export function textOfVaultProfile(profile: VaultProfile): string {
  return JSON.stringify(vaultProfile(profile));
}

/** The sealed fields of a profile; null for a text that is none. What was never given is empty. */
export function vaultProfileOf(text: string): VaultProfile | null {
  return z.safeParse(profileSchema, readJson(text)).data ?? null;
}
