import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import { exactnesses } from '../scan/time.ts';
import { having, namesOf, picked, shapeOf, type ThingField } from '../thing.ts';
import { idSchema, instantSchema } from '../validation.ts';

/** The journals that moods come from; `table` is a CSV file. */
export const moodSources = ['daylio', 'journiv', 'table'] as const;

export type MoodSource = (typeof moodSources)[number];

/** The scales that journals give moods on: from 1 to this number, the best (SPEC.md MOOD-1). */
export const moodScales = [5, 10] as const;

export type MoodScale = (typeof moodScales)[number];

const { entries, bytes, name, word, words, offsetMaxMin } = limits.moods;

const nameSchema = z.string().check(z.maxLength(name));

/** One mood, as its journal has it. */
export const moodEntrySchema = z.object({
  at: z.clone(instantSchema),
  /** How far the person's clock was ahead of UTC, minutes. */
  offset: z.int().check(z.gte(-offsetMaxMin), z.lte(offsetMaxMin)),
  /** How exact `at` is. */
  moment: z.enum(exactnesses),
  value: z.number().check(z.gte(1), z.lte(10)),
  /** What the person calls it there; empty for a number alone. */
  label: nameSchema,
  /** What the person did, as words. */
  words: z.array(z.string().check(z.minLength(1), z.maxLength(word))).check(z.maxLength(words)),
});

export type MoodEntry = Readonly<z.output<typeof moodEntrySchema>>;

const fitsIntoPart = (list: readonly unknown[]) => new TextEncoder().encode(JSON.stringify(list)).length <= bytes;

/** What else is told of a field of moods. */
type MoodField = ThingField & {
  /** Whether it is what the person's journal says, which a vault seals. */
  readonly isContent: boolean;
};

const content = { purpose: 'moods', isSealed: false, isContent: true } as const;
const kept = { purpose: 'moods', isSealed: false, isContent: false } as const;
const entriesSchema = z.array(moodEntrySchema).check(z.minLength(1), z.maxLength(entries), z.refine(fitsIntoPart));

/** The fields of a part of a line of moods (SPEC.md MOOD-1). A part never changes. */
export const moodFields = {
  _id: { ...kept, column: 'id', answered: z.string(), restored: idSchema },
  source: { ...content, column: 'source', answered: z.enum(moodSources), restored: z.enum(moodSources) },
  /** Of the column of a table; empty for a journal that has one mood. */
  name: { ...content, column: 'name', answered: z.string(), restored: nameSchema },
  scale: { ...content, column: 'scale', answered: z.literal(moodScales), restored: z.literal(moodScales) },
  entries: { ...content, column: 'entries', answered: z.array(moodEntrySchema), restored: entriesSchema },
  receivedAt: { ...kept, column: 'receivedAt', answered: z.date(), restored: z.nullish(instantSchema) },
} as const satisfies Readonly<Record<string, MoodField>>;

/** What the row of a part has besides, where the account has a vault or had one. */
export const vaultMoodFields = {
  /** The content in one envelope: then none of it is stored beside it. */
  sealed: { column: 'sealed', purpose: 'moods', isSealed: true, isContent: false },
  /** Number of the key that it was stored under. */
  keyVersion: { ...kept, column: 'keyVersion', answered: z.int() },
} as const satisfies Readonly<Record<string, MoodField>>;

const contentFields = having(moodFields, 'isContent', [true]);
const contentNames = namesOf(contentFields);

/** No value is above the scale of its line (SPEC.md MOOD-1). */
export const isOnScale = (part: { readonly scale: number; readonly entries: readonly { readonly value: number }[] }) =>
  part.entries.every(({ value }) => value <= part.scale);

const contentSchema = z.object(shapeOf(contentFields, 'restored')).check(z.refine(isOnScale));

/** What a part of a line of moods says. */
export type MoodContent = Readonly<z.output<typeof contentSchema>>;

/** A part in an export. */
export const exportedMoodsSchema = z.object(shapeOf(moodFields, 'restored')).check(z.refine(isOnScale));

export type ExportedMoods = z.output<typeof exportedMoodsSchema>;

/** The content of a part, from all that is known of it. */
export const moodContent = (part: MoodContent): MoodContent => picked(contentNames, part);

/** The content of a part in what was stored; null when it is not valid. */
export function readMoodContent(stored: unknown): MoodContent | null {
  return z.safeParse(contentSchema, stored).data ?? null;
}
