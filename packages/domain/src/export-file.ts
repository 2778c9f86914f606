import * as z from 'zod/mini';
import { exportedMoodsSchema, moodFields, type ExportedMoods } from './moods/fields.ts';
import { noteFields } from './note/fields.ts';
import { ownProfileFields, profileSchema, type ProfileInput } from './profile/fields.ts';
import { readJson } from './record.ts';
import { scanFields } from './scan/fields.ts';
import { namesOf, shapeOf } from './thing.ts';

/**
 * The version of the files that are made; {@link exportFileSchema} reads every earlier one (SPEC.md EXPORT-1). Files without a
 * version are those of before 0.4.0; version 2 has the agreements, version 3 the moods of other journals.
 */
export const exportVersion = 3;

/** What of a scan an export gives back besides its tags (SPEC.md EXPORT-1), and what it says besides. */
const restoredScan = shapeOf(scanFields, 'restored');
const saidOfScan = { scoring: z.nullable(z.int()), tags: z.nullable(z.string()) } satisfies Record<
  Exclude<keyof typeof scanFields, keyof typeof restoredScan>,
  z.ZodMiniType
>;

/** What of a note an export gives back besides title and text (SPEC.md EXPORT-1), and what it says besides. */
const restoredNote = shapeOf(noteFields, 'restored');
const saidOfNote = { revision: z.int(), title: z.string(), text: z.string() } satisfies Record<
  Exclude<keyof typeof noteFields, keyof typeof restoredNote>,
  z.ZodMiniType
>;

/**
 * The file that a person takes away. Tags, titles and texts are readable; those that the key did not open are as they
 * were stored, and marked. What restoring does not need is left out here.
 */
const exportFileSchema = z.object({
  version: z.optional(z.int().check(z.gte(1), z.lte(exportVersion))),
  profile: z.looseObject({ username: z.string() }),
  scans: z.array(z.unknown()),
  notes: z.array(z.unknown()),
  moods: z._default(z.array(z.unknown()), []),
  /** What a vault did not open, in files of versions before 0.30.0: it follows in the lists. */
  closedScans: z._default(z.array(z.unknown()), []),
  closedMoods: z._default(z.array(z.unknown()), []),
});

/** A scan and a note of the file; each is read alone, so that a broken one is left out alone (SPEC.md EXPORT-4). */
export const exportedScanSchema = z.object({
  ...restoredScan,
  /** What is neither is no envelope: the scan is read without it. */
  tags: z.catch(z.optional(z.nullable(z.union([z.array(z.string()), z.string()]))), ''),
  tagsEncrypted: z.optional(z.boolean()),
});
export const exportedNoteSchema = z.object({
  ...restoredNote,
  title: z.string(),
  text: z.string(),
  encrypted: z.optional(z.boolean()),
});

/** What a row has besides, where the account has a vault or had one. */
const vaultMarks = { sealed: z.nullish(z.string()), keyVersion: z.optional(z.int()) };
const sealedScan = { ...restoredScan, answers: z.nullable(restoredScan.answers), ...saidOfScan, ...vaultMarks };
const sealedNote = { ...restoredNote, categoryId: z.nullable(restoredNote.categoryId), ...saidOfNote, ...vaultMarks };
const { _id, receivedAt } = moodFields;
const sealedMoods = { _id: _id.restored, receivedAt: receivedAt.restored, sealed: z.string(), keyVersion: z.int() };

/**
 * What the server gives for an export: titles, texts and tags are sealed; in a vault everything that was said is, and null
 * beside its envelope. Lists that are not named here stay in it.
 */
const sealedExportSchema = z.looseObject({
  profile: z.looseObject({ username: z.string() }),
  vault: z.optional(z.looseObject({})),
  scans: z.array(z.object(sealedScan)),
  notes: z.array(z.object(sealedNote)),
  moods: z._default(z.array(z.union([exportedMoodsSchema, z.object(sealedMoods)])), []),
});

export type SealedExport = z.infer<typeof sealedExportSchema>;

/**
 * Checks what the server gave for an export.
 * @throws ZodError
 */
export function readSealedExport(given: unknown): SealedExport {
  return z.parse(sealedExportSchema, given);
}

export type ExportedScan = z.infer<typeof exportedScanSchema>;
export type ExportedNote = z.infer<typeof exportedNoteSchema>;

/** The file, its scans, notes and moods not yet read. */
export type ExportHead = Omit<z.infer<typeof exportFileSchema>, 'closedScans' | 'closedMoods'>;

/** The file, with those of its scans, notes and moods that can be restored. */
export interface ExportFile extends Omit<ExportHead, 'scans' | 'notes' | 'moods'> {
  readonly scans: ExportedScan[];
  readonly notes: ExportedNote[];
  readonly moods: ExportedMoods[];
}

/** The file that a text holds; null for anything else, also for one of a later version. */
export function readExportHead(text: string): ExportHead | null {
  const { data } = z.safeParse(exportFileSchema, readJson(text));
  if (!data) return null;
  const { closedScans, closedMoods, ...file } = data;
  return { ...file, scans: [...file.scans, ...closedScans], moods: [...file.moods, ...closedMoods] };
}

/** Fields of a profile that a restore fills in. The address is proven anew, and never taken from a file. */
const restoredFields = namesOf(ownProfileFields);

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
