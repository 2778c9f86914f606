import { readFile } from 'node:fs/promises';
import { ifRefused } from './file-error.ts';

/**
 * The text of a file; null when there is no such file.
 * @param codes of the system that also mean that there is none
 */
export const readIfThere = (path: string, ...codes: readonly string[]) =>
  ifRefused(['ENOENT', ...codes], null, () => readFile(path, 'utf8'));
