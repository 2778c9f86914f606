/** The only reader of the environment in this package: what a module needs of it is passed on from here. */

/** Where programs are searched: passed on to child processes, and looked through for a PostgreSQL of the machine. */
export const searchPath = process.env['PATH'] ?? '/usr/bin:/bin';

/** How the setup of a test run names its server to the workers, which are processes of their own. */
const serverVariable = 'NUANCES_TEST_SERVER_URL';
const templateVariable = 'NUANCES_TEST_TEMPLATE';

/** A server for tests, and the database on it that new ones are copied from. */
export interface TestServerEnv {
  readonly serverUrl: string;
  readonly template: string;
}

/** What {@link writeTestServerEnv} wrote; null outside of a test run. */
export function readTestServerEnv(): TestServerEnv | null {
  const serverUrl = process.env[serverVariable];
  const template = process.env[templateVariable];
  return serverUrl && template ? { serverUrl, template } : null;
}

/** Passes the server of a test run on to the worker processes; null takes it back. */
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
