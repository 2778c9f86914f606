import { startTestServer } from './testing.ts';

/** Vitest's global setup: one PostgreSQL for the whole run, ended after it. */
export default async function setup(): Promise<() => Promise<void>> {
  const server = await startTestServer();
  return () => server.stop();
}
