import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { launch } from './launch.ts';

let base: string;
beforeEach(async () => void (base = await mkdtemp(join(tmpdir(), 'nuances-launch-'))));
afterEach(() => rm(base, { recursive: true }));

it('a server that says much before it ends: the error has the reason', async () => {
  const postgres = join(base, 'postgres');
  const reason = 'FATAL:  recovery ended before configured recovery target was reached';
  const restored = 'for segment in $(seq 200); do echo "LOG:  restored log file $segment"; done';
  await writeFile(postgres, `#!/bin/sh\nexec >&2\n${restored}\necho '${reason}'\nexit 1\n`, { mode: 0o700 });
  const told: string[] = [];
  const silent = () => undefined;
  const started = launch({
    location: { dataDir: base, base, files: join(base, 'files'), account: null, major: 18 },
    binaries: { initdb: postgres, postgres, major: 18, version: '18.0' },
    endpoint: { socketFolder: base, port: 5432 },
    settings: {},
    log: { debug: silent, info: silent, warn: (line) => void told.push(line), error: silent },
    onSpawn: silent,
    onExit: silent,
  });
  await expect(started).rejects.toMatchObject({ message: `PostgreSQL did not start: ${reason}` });
  expect(told).toEqual([`postgres: ${reason}`]);
});
