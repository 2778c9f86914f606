import * as z from 'zod/mini';
import { noteFields } from './note/fields.ts';
import { ownProfileFields, profileSchema, type ProfileInput } from './profile/fields.ts';
import { scanFields } from './scan/fields.ts';
import { namesOf, shapeOf } from './thing.ts';

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
  scans: z.array(
    z.object({
      ...restoredScan,
      tags: z.optional(z.nullable(z.union([z.array(z.string()), z.string()]))),
      tagsEncrypted: z.optional(z.boolean()),
    }),
  ),
  notes: z.array(
    z.object({ ...restoredNote, title: z.string(), text: z.string(), encrypted: z.optional(z.boolean()) }),
  ),
});

/** What the server gives for an export: titles, texts and tags are sealed. Lists that are not named here stay in it. */
const sealedExportSchema = z.looseObject({
  profile: z.looseObject({ username: z.string() }),
  scans: z.array(z.object({ ...restoredScan, ...saidOfScan })),
  notes: z.array(z.object({ ...restoredNote, ...saidOfNote })),
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

/** What restoring an export would do (SPEC.md EXPORT-2). */
export interface RestorePlan {
  readonly newScans: readonly ExportedScan[];
  readonly newNotes: readonly ExportedNote[];
  /** Notes that are stored with another content: both are kept. */
  readonly otherNotes: readonly ExportedNote[];
  readonly sameScans: number;
  readonly sameNotes: number;
  /** Times of the first and the last scan or note of the file; null for an empty one. */
  readonly range: { readonly from: string; readonly to: string } | null;
}

/** A stored note in clear, as far as it is compared; null for one that the key does not open. */
export interface ComparedNote {
  readonly title: string;
  readonly text: string;
}

/** Compares a file with what the account holds (SPEC.md EXPORT-2). Ids decide; a scan never changes. */
export function planRestore(
  file: Pick<ExportFile, 'scans' | 'notes'>,
  stored: { readonly scans: ReadonlySet<string>; readonly notes: ReadonlyMap<string, ComparedNote | null> },
): RestorePlan {
  const newScans = file.scans.filter(({ _id }) => !stored.scans.has(_id));
  const newNotes: ExportedNote[] = [];
  const otherNotes: ExportedNote[] = [];
  for (const note of file.notes) {
    const known = stored.notes.get(note._id);
    if (known === undefined) newNotes.push(note);
    else if (known !== null && note.encrypted !== true && (known.title !== note.title || known.text !== note.text))
      otherNotes.push(note);
  }
  return {
    newScans,
    newNotes,
    otherNotes,
    sameScans: file.scans.length - newScans.length,
    sameNotes: file.notes.length - newNotes.length - otherNotes.length,
    range: rangeOf([...file.scans, ...file.notes]),
  };
}

/** Times of the first and the last of some items; null for none. */
function rangeOf(items: readonly { readonly createdAt: string }[]): RestorePlan['range'] {
  let range: { from: string; to: string; first: number; last: number } | null = null;
  for (const { createdAt } of items) {
    const at = Date.parse(createdAt);
    range ??= { from: createdAt, to: createdAt, first: at, last: at };
    if (at < range.first) range = { ...range, from: createdAt, first: at };
    if (at > range.last) range = { ...range, to: createdAt, last: at };
  }
  return range && { from: range.from, to: range.to };
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
