/** The lines of docs/growing.md about Citus, as they stand, on a real cluster: `npm run test:citus`. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { readTestCluster } from '../testing-env.ts';
import { openDriver } from '../postgres/driver.ts';
import { clusterDatabase } from '../testing.ts';
import { documentedLines } from './documented-testing.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));

it(
  'joins workers, distributes, adds a further worker, and follows a worker to another address',
  { timeout: 300_000 },
  async () => {
    const database = await clusterDatabase(readTestCluster() ?? '', { state: 'empty' });
    const folder = await mkdtemp(join(tmpdir(), 'nuances-citus-'));
    const sql = openDriver(database.url, { max: 1, onnotice: () => undefined });
    try {
      const nodes = await sql<{ port: number; group: number }[]>`
      select nodeport as port, groupid as group from pg_dist_node order by groupid`;
      const [coordinator, first, further] = nodes.map(({ port }) => port);
      for (const { port, group } of nodes) if (group > 0) await sql`select citus_remove_node('127.0.0.1', ${port})`;
      // The cluster of the tests is one machine, so that a name tells only one worker from the others.
      const here = (line: string) =>
        line
          .replace("'db.example.org'", `'127.0.0.1', ${coordinator}`)
          .replace("'worker1.example.org', 5432", `'localhost', ${first}`)
          .replace("'worker3.example.org', 5432", `'127.0.0.1', ${further}`)
          .replace("'standby1.example.org', 5432", `'127.0.0.1', ${first}`)
          .replace("'worker1.example.org'", "'localhost'");
      const env = {
        ...process.env,
        DATABASE_URL: database.url,
        DATA_DIR: folder,
        MASTER_KEY: randomBytes(32).toString('hex'),
      };
      const ran: string[] = [];
      for (const line of await documentedLines()) {
        // What stops a rebalance fails without one: cluster-day.citus.test.ts runs it.
        if (line.startsWith('select citus_') && !line.includes('rebalance_stop')) {
          await sql.unsafe(here(line));
          if (line.includes('citus_rebalance_start')) await sql`select citus_rebalance_wait()`;
        } else if (line.startsWith('npm run admin '))
          await promisify(execFile)('bash', ['-c', line], { cwd: root, env });
        else continue;
        ran.push(line.replaceAll(/\(.*$/g, ''));
      }
      expect(ran).toEqual([
        'select citus_set_coordinator_host',
        'npm run admin -- distribute --dry-run',
        'npm run admin -- distribute',
        'select citus_add_node',
        'select citus_rebalance_start',
        'select citus_update_node',
      ]);
      const placed =
        await sql`select distinct nodeport from citus_shards where table_name::text = 'usage_events' order by 1`;
      expect(placed.map(({ nodeport }) => Number(nodeport))).toEqual([first, further].toSorted());
      expect(await sql`select 1 from pg_dist_node where nodename = 'localhost'`).toHaveLength(0);
    } finally {
      await sql.end();
      await database.drop();
      await rm(folder, { recursive: true });
    }
  },
);
