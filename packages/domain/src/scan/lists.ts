import * as z from 'zod/mini';
import { pageFields } from '../paging.ts';

/** The screens that show all own scans; opening one is counted. */
const scanSources = ['history', 'stats'] as const;

export type ScanSource = (typeof scanSources)[number];

/** The screen that is opened. */
export const openedScreenSchema = z.object({ source: z.enum(scanSources) });

/** A request for one's own scans, or for a part of them (SPEC.md PAGE-1). */
export const listScansSchema = z.object({ ...openedScreenSchema.shape, ...pageFields });

/** A request for one's own scans with all their fields; without a screen, it counts as no view. */
export const ownScansSchema = z.object({ source: z.nullish(z.enum(scanSources)), ...pageFields });
