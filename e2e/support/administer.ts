import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { readSharedServer } from './env.ts';

const repositoryRoot = dirname(dirname(import.meta.dirname));
const run = promisify(execFile);

/** Runs `npm run admin -- …` beside the server with that data folder; returns its output. */
export async function administer(dataDir: string, ...words: string[]): Promise<string> {
  const { stdout } = await run(
    process.execPath,
    [join(repositoryRoot, 'apps', 'api', 'start.mjs'), 'admin', ...words],
    {
      cwd: repositoryRoot,
      env: { ...process.env, NODE_ENV: '', DATA_DIR: dataDir },
    },
  );
  return stdout;
}

/** The text in a backup that is made now. */
export async function backupText(dataDir: string): Promise<string> {
  const file = join(dataDir, 'story.backup');
  await administer(dataDir, 'backup', file);
  return gunzipSync(await readFile(file)).toString('utf8');
}

/** Data folder of the server that most stories share. */
export function sharedDataDir(): string {
  return readSharedServer('dataDir');
}
