import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** Folder of the bundle: the setup of the run passes it to the workers, which are processes of their own. */
const FOLDER = 'NUANCES_TEST_BUNDLE';

const apiFolder = fileURLToPath(new URL('../..', import.meta.url));
const pollMs = 100;

/** Vitest's global setup: names a folder for the bundle, unless `npm test` named the one that it built. */
export default function setup(): (() => Promise<void>) | undefined {
  if (process.env[FOLDER]) return undefined;
  // Inside the workspace, so that the bundle finds its dependencies; ignored by git.
  const folder = join(apiFolder, 'node_modules', `.test-bundle-${process.pid}`);
  process.env[FOLDER] = folder;
  return async () => {
    delete process.env[FOLDER];
    for (const left of [folder, lockOf(folder), draftOf(folder)]) await rm(left, { recursive: true, force: true });
  };
}

const lockOf = (folder: string) => `${folder}.lock`;
const draftOf = (folder: string) => `${folder}.draft`;

/** The folder of the product's bundle. The first file of tests that needs it builds it, the others wait for it. */
export async function productBundle(): Promise<string> {
  const folder = process.env[FOLDER];
  if (!folder)
    throw new Error('No folder for the bundle: is testing/bundle.ts in the globalSetup of vitest.config.ts?');
  while (!existsSync(join(folder, 'main.js'))) {
    if (await isMade(lockOf(folder))) await buildInto(folder);
    else await sleep(pollMs);
  }
  return folder;
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

/** Whole or not at all. When it fails, the next one that needs the bundle fails in the same way. */
async function buildInto(folder: string): Promise<void> {
  try {
    if (existsSync(folder)) return;
    await build({ root: apiFolder, build: { outDir: draftOf(folder) } });
    await rename(draftOf(folder), folder);
  } finally {
    await rm(lockOf(folder), { recursive: true, force: true });
  }
}
