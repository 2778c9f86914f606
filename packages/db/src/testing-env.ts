/** What a run of tests reads from its environment, and passes on in it. */

/** Variable by which the setup of a test run passes its server to the workers, which are separate processes. */
const serverVariable = 'NUANCES_TEST_SERVER_URL';
const templateVariable = 'NUANCES_TEST_TEMPLATE';

/** A server for tests, and the database on it that new ones are copied from. */
export interface TestServerEnv {
  readonly serverUrl: string;
  readonly template: string;
}

/** The value that {@link writeTestServerEnv} wrote; null outside of a test run. */
export function readTestServerEnv(): TestServerEnv | null {
  const serverUrl = process.env[serverVariable];
  const template = process.env[templateVariable];
  return serverUrl && template ? { serverUrl, template } : null;
}

/** Passes the server of a test run to the worker processes; null removes it. */
export function writeTestServerEnv(server: TestServerEnv | null): void {
  if (server === null) {
    delete process.env[serverVariable];
    delete process.env[templateVariable];
    return;
  }
  process.env[serverVariable] = server.serverUrl;
  process.env[templateVariable] = server.template;
}

/** A PostgreSQL to run the tests on instead of the embedded one; its user may create databases. */
export function readExternalTestServer(): string | undefined {
  const url = process.env['DATABASE_TEST_URL'];
  return url === '' ? undefined : url;
}

/** A database on the coordinator of a Citus cluster, to run the tests there: every test has a database distributed over it. */
export function readTestCluster(): string | undefined {
  const url = process.env['CITUS_TEST_URL'];
  return url === '' ? undefined : url;
}
