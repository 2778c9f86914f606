import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The folder drizzle-kit writes to. Found through the package, so it also works from a bundle. */
export function migrationsFolder(): string {
  return join(dirname(createRequire(import.meta.url).resolve('@nuances/db/package.json')), 'migrations');
}
