/**
 * A day of a cluster, while people write and are erased: a further worker, an update meanwhile, and a worker that is lost and has a
 * standby. By the lines of docs/growing.md, as they stand: `npm run test:citus`.
 */
import { createAggregation } from '../admin/aggregation.ts';
import { documentedLines } from '@nuances/db/citus/documented-testing';
import { startStandbyOf } from '@nuances/db/citus/standby-testing';
import { readTestCluster } from '@nuances/db/testing-env';
import { distribute } from '@nuances/db/citus/distribute';
import { openDriver } from '@nuances/db/postgres/driver';
import { clusterDatabase } from '@nuances/db/testing';
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { openDatabaseProxy } from '../testing/database-proxy.ts';
import { password, testApp, type TestApp } from '../testing/test-app.ts';

const answers = [1, 2, 3, 4, 5, 6, 7];

type Person = Awaited<ReturnType<TestApp['person']>>;

/** Saves scans of people, one after the other, until it is stopped. */
function writers(t: TestApp, people: readonly Person[]) {
  let isOver = false;
  const saved = new Set<string>();
  const statuses = new Map<number, number>();
  const work = people.map(async ({ shortToken: token }) => {
    while (!isOver) {
      const _id = randomUUID();
      const { status } = await t.http('POST', '/api/results', { token, body: { _id, answers } });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status < 300) saved.add(_id);
    }
  });
  return {
    saved,
    statuses,
    async stop() {
      isOver = true;
      await Promise.all(work);
    },
  };
}

it(
  'a worker is added, the product is updated, and a worker is lost, while people write',
  { timeout: 300_000 },
  async () => {
    const ports: number[] = [];
    const workers = new Map<number, string>();
    const proxies = new Map<number, Awaited<ReturnType<typeof openDatabaseProxy>>>();
    const database = await clusterDatabase(readTestCluster() ?? '', {
      state: 'migrated',
      async addressOf({ host, port }) {
        const worker = `postgres://${host}:${port}`;
        const proxy = await openDatabaseProxy(worker);
        const near = Number(new URL(proxy.url).port);
        ports.push(near);
        workers.set(near, worker);
        proxies.set(near, proxy);
        return { host: '127.0.0.1', port: near };
      },
    });
    const sql = openDriver(database.url, { max: 1, onnotice: () => undefined });
    const [first = 0, further = 0] = ports;
    const lines = await documentedLines();
    const line = (start: string) => {
      const found = lines.filter((one) => one.startsWith(start));
      expect(found, start).toHaveLength(1);
      return found[0] ?? '';
    };
    let standby: Awaited<ReturnType<typeof startStandbyOf>> | undefined;
    let t: TestApp | undefined;
    let writing: ReturnType<typeof writers> | undefined;
    try {
      await sql`select citus_remove_node('127.0.0.1', ${further})`;
      await distribute(database.url);
      t = await testApp({ database: { ...database, drop: async () => undefined } });
      const people: Person[] = [];
      for (let index = 0; index < 6; index += 1) people.push(await t.person(`writer_${index}`));
      const leavers: Person[] = [];
      for (let index = 0; index < 4; index += 1) leavers.push(await t.person(`leaver_${index}`));
      for (const leaver of leavers) await leaver.api.results.startScan();
      writing = writers(t, people);

      // A further worker. Shards move while people write, are counted and are erased.
      await sql.unsafe(line('select citus_add_node').replace("'worker3.example.org', 5432", `'127.0.0.1', ${further}`));
      await sql.unsafe(line('select citus_rebalance_start'));
      // An update meanwhile.
      await sql.unsafe(line('select citus_rebalance_stop'));
      await sql`alter table scans add column later integer`; // as a migration does
      await sql.unsafe(line('select citus_rebalance_start'));
      for (const leaver of leavers) {
        await leaver.api.profile.erase({ password });
        expect(await t.services.erasures.flush()).toBe(1);
        const run = await createAggregation({
          db: t.services.db,
          log: { info: () => undefined, error: () => undefined },
        }).begin({
          trigger: 'command',
        });
        expect(await run?.ended).toBe('done');
      }
      await sql`select citus_rebalance_wait()`;
      const placed = await sql<{ port: number; shards: number }[]>`
      select nodeport as port, count(*)::int as shards from citus_shards where table_name::text = 'usage_events' group by 1`;
      expect(placed.map(({ port }) => port).toSorted()).toEqual([first, further].toSorted());
      // A shard that has moved is closed for a moment: a save that waits too long for it is sent again.
      expect([...writing.statuses.keys()].filter((status) => ![200, 201, 503].includes(status))).toEqual([]);
      expect(writing.statuses.get(503) ?? 0).toBeLessThan(writing.saved.size / 20);

      // A worker is lost.
      standby = await startStandbyOf(workers.get(first) ?? '', new URL(database.url).username);
      await writing.stop();
      await standby.caughtUp();
      await proxies.get(first)?.cut();
      await standby.promote(line('select pg_promote'));
      await sql.unsafe(
        line('select citus_update_node')
          .replace("'standby1.example.org', 5432", `'127.0.0.1', ${standby.port}`)
          .replace("nodename = 'worker1.example.org'", `nodeport = ${first}`),
      );
      const again = writers(t, people);
      await expect.poll(() => again.saved.size, { timeout: 30_000 }).toBeGreaterThan(10);
      await again.stop();
      expect([...again.statuses.keys()].filter((status) => status >= 300)).toEqual([]);
      const rows = await sql<{ id: string }[]>`select id from scans`;
      const stored = new Set(rows.map(({ id }) => id));
      expect([...writing.saved, ...again.saved].filter((id) => !stored.has(id))).toEqual([]);
      expect(stored.size).toBe(writing.saved.size + again.saved.size);
      console.warn(
        `${writing.saved.size} saves beside moves and an update, ${writing.statuses.get(503) ?? 0} answered with 503; ${again.saved.size} after a worker was lost; ${stored.size} stored`,
      );
    } finally {
      await t?.close();
      await sql.end();
      await database.drop();
      for (const proxy of proxies.values()) await proxy.cut();
      await standby?.stop();
    }
  },
);
