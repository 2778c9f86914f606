import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'vite';
import { buildFolders, buildOnce } from './build-once.ts';

/** Folder of the bundle: the setup of the run passes it to the workers, which are processes of their own. */
const FOLDER = 'NUANCES_TEST_BUNDLE';
/** Folder whose presence says that `packages/client` is built; not set when `npm test` has built everything. */
const CLIENT = 'NUANCES_TEST_CLIENT';

const apiFolder = fileURLToPath(new URL('../..', import.meta.url));
const clientFolder = fileURLToPath(new URL('../../../../packages/client', import.meta.url));

/** Vitest's global setup: names a folder for the bundle, unless `npm test` named the one that it built. */
export default function setup(): (() => Promise<void>) | undefined {
  if (process.env[FOLDER]) return undefined;
  // Inside the workspace, so that the bundle finds its dependencies; ignored by git.
  const folder = join(apiFolder, 'node_modules', `.test-bundle-${process.pid}`);
  process.env[FOLDER] = folder;
  process.env[CLIENT] = `${folder}-client`;
  return async () => {
    delete process.env[FOLDER];
    delete process.env[CLIENT];
    for (const left of [...buildFolders(folder), ...buildFolders(`${folder}-client`)])
      await rm(left, { recursive: true, force: true });
  };
}

/** The folder of the product's bundle. The first file of tests that needs it builds it, the others wait for it. */
export async function productBundle(): Promise<string> {
  const folder = process.env[FOLDER];
  if (!folder)
    throw new Error('No folder for the bundle: is testing/bundle.ts in the globalSetup of vitest.config.ts?');
  await buildOnce(folder, 'main.cjs', async (draft) => {
    await build({ root: apiFolder, build: { outDir: draft } });
  });
  return folder;
}

/** The folder of `packages/client`, with its files built from the sources of now. */
export async function builtClient(): Promise<string> {
  const made = process.env[CLIENT];
  if (made)
    await buildOnce(made, 'done', async (draft) => {
      await promisify(execFile)(process.execPath, ['--import', 'tsx', 'build/main.ts'], { cwd: clientFolder });
      await mkdir(draft);
      await writeFile(join(draft, 'done'), '');
    });
  return clientFolder;
}
