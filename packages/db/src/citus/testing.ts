/** Databases for tests on a Citus cluster: `CITUS_TEST_URL` is the address of a database on its coordinator. */
import { withConnection } from '../postgres/driver.ts';

export interface ClusterNode {
  readonly host: string;
  readonly port: number;
}

/** Gives the address under which the coordinator reaches a worker: another one than its own for a proxy. */
export type WorkerAddress = (worker: ClusterNode) => Promise<ClusterNode>;

const at = (url: string, { host, port }: ClusterNode, database: string): string => {
  const changed = new URL(url);
  changed.hostname = host;
  changed.port = String(port);
  changed.pathname = `/${database}`;
  return changed.href;
};

const run = (url: string, statement: string) => withConnection(url, (sql) => sql.unsafe(statement));

async function nodesOf(url: string): Promise<{ coordinator: ClusterNode; workers: ClusterNode[] }> {
  const rows = await withConnection(
    url,
    (sql) => sql<(ClusterNode & { isCoordinator: boolean })[]>`
      select nodename as host, nodeport as port, groupid = 0 as "isCoordinator" from pg_dist_node order by nodeid`,
  );
  const coordinator = rows.find(({ isCoordinator }) => isCoordinator);
  if (!coordinator) throw new Error('CITUS_TEST_URL is no coordinator: run citus_set_coordinator_host there');
  return { coordinator, workers: rows.filter(({ isCoordinator }) => !isCoordinator) };
}

/**
 * An empty database on every machine of a cluster, joined to a cluster of its own.
 * @returns its address on the coordinator
 */
export async function createClusterDatabase(
  url: string,
  name: string,
  addressOf: WorkerAddress = async (worker) => worker,
): Promise<string> {
  const { coordinator, workers } = await nodesOf(url);
  await Promise.all(
    [coordinator, ...workers].map(async (node) => {
      await run(at(url, node, 'postgres'), `create database ${name} template template0`);
      await run(at(url, node, name), 'create extension citus');
    }),
  );
  const own = at(url, coordinator, name);
  await run(own, `select citus_set_coordinator_host('${coordinator.host}', ${coordinator.port})`);
  for (const worker of workers) {
    const { host, port } = await addressOf(worker);
    await run(own, `select citus_add_node('${host}', ${port})`);
  }
  return own;
}

/** Removes it from every machine, also with open connections. */
export async function dropClusterDatabase(url: string, name: string): Promise<void> {
  const { coordinator, workers } = await nodesOf(url);
  for (const node of [coordinator, ...workers])
    await run(at(url, node, 'postgres'), `drop database if exists ${name} with (force)`);
}
