import * as z from 'zod/mini';
import { pageFields } from './paging.ts';
import { scanSources } from './scan-sources.ts';

/** A request for one's own scans, or for a part of them (SPEC.md PAGE-1). */
export const listScansSchema = z.object({ source: z.enum(scanSources), ...pageFields });

/** A request for one's own scans with all their fields; without a screen, it counts as no view. */
export const ownScansSchema = z.object({ source: z.nullish(z.enum(scanSources)), ...pageFields });
