import * as z from 'zod/mini';
import { limits } from './limits.ts';
import { idSchema, instantSchema } from './validation.ts';

/** A place in a list that is ordered by time, newest first, and then by id. */
export interface Cursor {
  readonly createdAt: Date;
  /** Items of the same time come after it when their id is greater; null when none of them do. */
  readonly id: string | null;
}

/**
 * Reads a cursor: a moment, or the moment and the id of an item with a comma between them (SPEC.md PAGE-2).
 * @returns null for anything else
 */
export function cursorOf(text: string): Cursor | null {
  const [moment, id, ...more] = text.split(',');
  const at = instantSchema.safeParse(moment);
  if (!at.success || more.length > 0) return null;
  const createdAt = new Date(at.data);
  if (id === undefined) return { createdAt, id: null };
  const known = idSchema.safeParse(id);
  return known.success ? { createdAt, id: known.data } : null;
}

/** Items of a page. In an address it is a text; nothing but digits is taken for a number. */
const limitSchema = z.pipe(
  z.transform((value: number | string): unknown =>
    typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value,
  ),
  z.int().check(z.gte(1), z.lte(limits.pageMax)),
);

/** The part of a list to answer with; without both fields it is the whole list (SPEC.md PAGE-1). */
export const pageFields = {
  limit: z.optional(limitSchema),
  before: z.optional(z.string().check(z.refine((text) => cursorOf(text) !== null))),
} as const;

/** As {@link pageFields}, for a list that has no other input. */
export const pageSchema = z.object(pageFields);

/** A part of a list as its query needs it. */
export interface Page {
  /** Most items of the page; null for all. */
  readonly limit: number | null;
  /** Where it begins; null for the start of the list. */
  readonly before: Cursor | null;
}

/** @returns null when the whole list is asked for */
export function pageOf(input: z.output<typeof pageSchema> | undefined): Page | null {
  const { limit = null, before } = input ?? {};
  if (limit === null && before === undefined) return null;
  return { limit, before: before === undefined ? null : cursorOf(before) };
}
