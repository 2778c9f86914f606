import type { Context } from '../context.ts';

/** A procedure that answers in JSON which the database has written. */
type JsonAnswer = (call: { readonly ctx: Context; readonly input: unknown }) => Promise<string>;

/** The procedures whose answer is never read here, by their names: long lists. */
export const jsonAnswers: ReadonlyMap<string, JsonAnswer> = new Map();
