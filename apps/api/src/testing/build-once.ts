import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const pollMs = 100;

const lockOf = (folder: string) => `${folder}.lock`;
const draftOf = (folder: string) => `${folder}.draft`;

/** The folder, and what may stand beside it while it is made. */
export const buildFolders = (folder: string): readonly string[] => [folder, lockOf(folder), draftOf(folder)];

/**
 * Makes a folder once for all files of tests, which are several processes: the first one that needs it makes it, the
 * others wait for it.
 * @param file whose presence means that the folder is there
 */
export async function buildOnce(folder: string, file: string, make: (draft: string) => Promise<void>): Promise<void> {
  while (!existsSync(join(folder, file))) {
    if (await isMade(lockOf(folder))) await makeInto(folder, make);
    else await sleep(pollMs);
  }
}

/** A folder can be made by one process only. */
async function isMade(lock: string): Promise<boolean> {
  try {
    await mkdir(lock);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Whole or not at all. When it fails, the next one that needs the folder fails in the same way. */
async function makeInto(folder: string, make: (draft: string) => Promise<void>): Promise<void> {
  try {
    if (existsSync(folder)) return;
    await make(draftOf(folder));
    await rename(draftOf(folder), folder);
  } finally {
    await rm(lockOf(folder), { recursive: true, force: true });
  }
}
