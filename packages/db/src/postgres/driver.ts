import postgres, { type Options, type Sql } from 'postgres';
import { createConnectionGuard } from './patches/dead-connection.ts';

/**
 * Opens a pool of postgres.js with our patches applied. Everything of ours connects through this, because without them
 * a connection that dies can end the process (docs/decisions/0025-patches-of-postgres-js.md).
 * @param url `postgres://user:password@host:port/database`
 */
export function openDriver(url: string, options: Options<Record<string, never>>): Sql {
  const guard = createConnectionGuard();
  return guard.attach(postgres(url, guard.extend(options)));
}
