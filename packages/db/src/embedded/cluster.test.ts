import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createCluster } from './cluster.ts';

let base: string;
beforeEach(async () => void (base = await mkdtemp(join(tmpdir(), 'nuances-cluster-'))));
afterEach(() => rm(base, { recursive: true }));

it('a cluster that cannot be made leaves nothing, and the error has only the reason', async () => {
  const initdb = join(base, 'initdb');
  const lines = ['FATAL:  could not write to file "base/4/1249": No space left on device', 'child process exited'];
  await writeFile(initdb, `#!/bin/sh\necho '2026-11-27 16:00:29 UTC [1] ${lines.join('\n')}' >&2\nexit 1\n`, {
    mode: 0o700,
  });
  const location = { dataDir: base, base, files: join(base, 'postgres'), account: null, major: null };
  const binaries = { initdb, postgres: initdb, major: 18, version: '18.0' };
  await expect(createCluster(location, binaries)).rejects.toThrow(
    new Error(
      `PostgreSQL could not make its files in ${base}: could not write to file "base/4/1249": No space left on device`,
    ),
  );
  expect(await readdir(base)).toEqual(['initdb']);
});
