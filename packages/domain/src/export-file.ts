import * as z from 'zod/mini';
import { noteCategories } from './axes.ts';
import { profileSchema, profileTexts, type ProfileInput } from './profile.ts';
import { scanFields } from './scan/fields.ts';
import { shapeOf } from './thing.ts';
import { idSchema, instantSchema } from './validation.ts';

/**
 * The version of the files that are made; {@link exportFileSchema} reads every earlier one (SPEC.md EXPORT-1). Files without a
 * version are those of before 0.4.0; version 2 has the agreements.
 */
export const exportVersion = 2;

/** What of a scan an export gives back besides its tags (SPEC.md EXPORT-1), and what it says besides. */
const restoredScan = shapeOf(scanFields, 'restored');
const saidOfScan = { scoring: z.int(), tags: z.nullable(z.string()) } satisfies Record<
  Exclude<keyof typeof scanFields, keyof typeof restoredScan>,
  z.ZodMiniType
>;

/** What of a note an export holds besides title and text (SPEC.md EXPORT-1). */
export const exportedNoteFields = {
  _id: idSchema,
  categoryId: z.enum(noteCategories),
  scanResultId: z.nullish(idSchema),
  createdAt: instantSchema,
  receivedAt: z.nullish(instantSchema),
  updatedAt: z.nullish(instantSchema),
};

/**
 * The file that a person takes away. Tags, titles and texts are readable; those that the key did not open are as they
 * were stored, and marked. What restoring does not need is left out here.
 */
const exportFileSchema = z.object({
  version: z.optional(z.int().check(z.gte(1), z.lte(exportVersion))),
  profile: z.looseObject({ username: z.string() }),
  scans: z.array(
    z.object({
      ...restoredScan,
      tags: z.optional(z.nullable(z.union([z.array(z.string()), z.string()]))),
      tagsEncrypted: z.optional(z.boolean()),
    }),
  ),
  notes: z.array(
    z.object({ ...exportedNoteFields, title: z.string(), text: z.string(), encrypted: z.optional(z.boolean()) }),
  ),
});

/** What the server gives for an export: titles, texts and tags are sealed. Lists that are not named here stay in it. */
const sealedExportSchema = z.looseObject({
  profile: z.looseObject({ username: z.string() }),
  scans: z.array(z.object({ ...restoredScan, ...saidOfScan })),
  notes: z.array(z.object({ ...exportedNoteFields, revision: z.int(), title: z.string(), text: z.string() })),
});

export type SealedExport = z.infer<typeof sealedExportSchema>;

/**
 * Checks what the server gave for an export.
 * @throws ZodError
 */
export function readSealedExport(given: unknown): SealedExport {
  return z.parse(sealedExportSchema, given);
}

export type ExportFile = z.infer<typeof exportFileSchema>;
export type ExportedScan = ExportFile['scans'][number];
export type ExportedNote = ExportFile['notes'][number];

/** The export that a text holds (SPEC.md EXPORT-1); null for anything else, also for a file of a later version. */
export function readExportFile(text: string): ExportFile | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return null;
  }
  return z.safeParse(exportFileSchema, parsed).data ?? null;
}

/** Fields of a profile that a restore fills in. The address is proven anew, and never taken from a file. */
const restoredFields = [
  'firstName',
  'lastName',
  'dateOfBirth',
  'countryOfResidency',
  'gender',
  'birthTime',
  ...profileTexts,
] as const;

/** What a restore does to the profile: what is sent, and how many fields it fills in. */
export interface RestoredProfile {
  readonly input: ProfileInput;
  readonly filled: number;
}

/**
 * The profile with the empty fields filled in from a file (SPEC.md EXPORT-3); null when that changes nothing, or is no
 * valid profile.
 */
export function profileToRestore(
  file: Readonly<Record<string, unknown>>,
  own: { readonly email: string } & Readonly<Record<(typeof restoredFields)[number], string | null>>,
): RestoredProfile | null {
  const isEmpty = (value: unknown) => value === null || value === undefined || value === '';
  const filled = restoredFields.filter((field) => isEmpty(own[field]) && !isEmpty(file[field]));
  const merged = { ...own, ...Object.fromEntries(filled.map((field) => [field, file[field]])) };
  const input = filled.length > 0 ? z.safeParse(profileSchema, merged).data : undefined;
  return input ? { input, filled: filled.length } : null;
}
