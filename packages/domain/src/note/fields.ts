import * as z from 'zod/mini';
import { noteCategories } from '../axes.ts';
import { limits } from '../limits.ts';
import { having, namesOf, picked, settled, shapeOf, type ThingField } from '../thing.ts';
import { idSchema, instantSchema } from '../validation.ts';

/** What else is told of a field of a note. */
type NoteField = ThingField & {
  /** Whether the person has said it: an edit that changes none of it stores nothing. */
  readonly isContent: boolean;
};

const content = { purpose: 'notes', isSealed: false, isContent: true } as const;
const kept = { purpose: 'notes', isSealed: false, isContent: false } as const;
const sealed = { purpose: 'notes', isSealed: true, isContent: true } as const;

/** The fields of a note. For optional values that are sent, `null` means absent. */
export const noteFields = {
  /** Made by the client, so that sending the note twice stores it once. */
  _id: { ...kept, column: 'id', sent: z.nullish(idSchema), answered: z.string(), restored: idSchema },
  title: { ...sealed, column: 'titleSealed' },
  text: { ...sealed, column: 'textSealed' },
  categoryId: {
    ...content,
    column: 'categoryId',
    sent: z.nullish(z.enum(noteCategories)),
    answered: z.enum(noteCategories),
    restored: z.enum(noteCategories),
  },
  scanResultId: {
    ...content,
    column: 'scanResultId',
    sent: z.nullish(idSchema),
    answered: z.nullable(z.string()),
    restored: z.nullish(idSchema),
  },
  /** Sent: the one that an edit is based on. */
  revision: {
    ...kept,
    column: 'revision',
    sent: z.nullish(z.int().check(z.gte(1), z.lte(limits.revisionMax))),
    answered: z.int(),
  },
  /** Sent: used when the note is new. */
  createdAt: {
    ...kept,
    column: 'createdAt',
    sent: z.nullish(instantSchema),
    answered: z.date(),
    restored: instantSchema,
  },
  receivedAt: { ...kept, column: 'receivedAt', answered: z.nullish(z.date()), restored: z.nullish(instantSchema) },
  /** Sent: of the text that an edit is based on. */
  updatedAt: {
    ...kept,
    column: 'updatedAt',
    sent: z.nullish(instantSchema),
    answered: z.date(),
    restored: z.nullish(instantSchema),
  },
} as const satisfies Readonly<Record<string, NoteField>>;

/** What the row of a note has besides, where the account has a vault or had one. */
export const vaultNoteFields = {
  /** Title, text and category in one envelope: then none of them is stored beside it. */
  sealed: { ...sealed, isContent: false, column: 'sealed' },
  /** Number of the key that it was stored under. */
  keyVersion: { ...kept, column: 'keyVersion', answered: z.int() },
} as const satisfies Readonly<Record<string, NoteField>>;

/** The fields of every call that stores a note, besides its envelopes. */
export const sentNoteFields = {
  ...shapeOf(noteFields, 'sent'),
  /** Another name of `categoryId`, which has priority. */
  category: z.nullish(z.enum(noteCategories)),
  /** Moves the note to another time, also a stored one (SPEC.md NOTE-5). */
  movedTo: z.nullish(instantSchema),
};

/** What a person has said in a note. */
export const noteContentFields = having(noteFields, 'isContent', [true]);
export const noteContentNames = namesOf(noteContentFields);
const clearShape = shapeOf(noteContentFields, 'answered');
const clearNames = namesOf(clearShape);
const contentSchema = z.object({ ...clearShape, title: z.string(), text: z.string() } satisfies Record<
  keyof typeof noteContentFields,
  z.ZodMiniType
>);

/** What a person has said in a note: title and text are readable, or sealed. */
export type NoteContent = Readonly<z.output<typeof contentSchema>>;

/** What of it the server can read. */
export type ClearNoteContent = Omit<NoteContent, 'title' | 'text'>;

/** The content of a note, from all that is known of it. */
export const noteContent = (note: NoteContent): NoteContent => picked(noteContentNames, note);

/** What the server can read of the content of a note; null for what is missing. */
export const clearNoteContent = (note: ClearNoteContent) => settled(clearNames, note);

/** The content of a note in what was stored on a device; null when it is not valid. What an earlier version did not store is null. */
export function readNoteContent(stored: Readonly<Record<string, unknown>>): NoteContent | null {
  return z.safeParse(contentSchema, settled(noteContentNames, stored)).data ?? null;
}

/** The content of a note before anything is written. @throws ZodError for a category that is none */
export function blankNote(about: Pick<NoteContent, 'categoryId' | 'scanResultId'>): NoteContent {
  const said: Partial<NoteContent> = { title: '', text: '', ...about };
  return z.parse(contentSchema, settled(noteContentNames, said));
}
