import { readTestCluster } from '../testing-env.ts';

/** Vitest's global setup of the suites on a cluster: without one they would pass on a plain PostgreSQL. */
export default function setup(): void {
  if (readTestCluster() === undefined)
    throw new Error(
      'Set CITUS_TEST_URL to a database on the coordinator of a Citus cluster; its user makes databases.',
    );
}
