import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
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

/** Data folder of the server that most stories share. */
export function sharedDataDir(): string {
  return readSharedServer('dataDir');
}
