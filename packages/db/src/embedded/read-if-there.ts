import { readFile } from 'node:fs/promises';
import { isFileError } from './file-error.ts';

/**
 * The text of a file; null when there is no such file.
 * @param codes of the system that also mean that there is none
 */
export async function readIfThere(path: string, ...codes: readonly string[]): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (isFileError(error, 'ENOENT', ...codes)) return null;
    throw error;
  }
}
