/**
 * `npm run build:manifest`: builds the web app and prints version, commit and the SHA-256 of every file that it serves, as
 * `/api/build` answers it and `nuances verify` compares it.
 */
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { currentCommit } from '../apps/api/current-commit.mjs';
import { version } from '../apps/api/src/observability/version.ts';
import { readServedFiles } from '../apps/api/src/web/build.ts';

const root = dirname(import.meta.dirname);
const turbo = join(root, 'node_modules', '.bin', 'turbo');
const { status } = spawnSync(turbo, ['run', 'build', '--filter=@nuances/web', '--output-logs=errors-only'], {
  cwd: root,
  // Standard output is the manifest's.
  stdio: ['ignore', 2, 2],
  shell: process.platform === 'win32',
});
if (status === 0) {
  const commit = currentCommit(root) || null;
  const files = await readServedFiles(join(root, 'apps', 'web', 'dist'));
  process.stdout.write(`${JSON.stringify({ version, commit, files }, null, 1)}\n`);
} else process.exitCode = 1;
