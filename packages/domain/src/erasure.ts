import * as z from 'zod/mini';
import { instantSchema } from './validation.ts';

/** What of an account can be erased as a whole (SPEC.md ERASE-1). */
export const erasableParts = ['scans', 'notes'] as const;

/** Scans or notes. */
export type ErasablePart = (typeof erasableParts)[number];

/** An erasure of a part: everything that the server had received up to a moment (SPEC.md ERASE-1). */
export const erasePartSchema = z.object({ part: z.enum(erasableParts), before: instantSchema });
