import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDriver } from '../postgres/driver.ts';
import { startEmbedded } from './server.ts';

const silent = () => undefined;
const log = { debug: silent, info: silent, warn: silent, error: silent };

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'nuances-spool-'));
  await chmod(dataDir, 0o711); // Started as root, the server runs under another account.
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

it('closes segments after their time from the first moment of every start', async () => {
  const options = { dataDir, log, archives: true, settings: { archive_timeout: '1' } };
  for (const start of ['first', 'second']) {
    const database = await startEmbedded(options);
    const sql = openDriver(database.url, { max: 1 });
    try {
      await sql.unsafe(`create table of_the_${start} ()`);
      const [written] = await sql<{ segment: string }[]>`select pg_walfile_name(pg_current_wal_lsn()) as segment`;
      // Without a wake-up it takes five minutes.
      await expect
        .poll(() => readdir(database.spool), { timeout: 30_000, message: start })
        .toContain(`${written?.segment}.gz`);
    } finally {
      await sql.end({ timeout: 1 });
      await database.stop();
    }
  }
}, 120_000);
