import postgres, { type Sql } from 'postgres';

/**
 * Opens a pool on the product's database. In the URL, the folder of a Unix socket is the host, with its slashes
 * encoded; postgres.js accepts it as an option only.
 */
export function openSql(url: string, max: number): Sql {
  return postgres(url, { host: decodeURIComponent(new URL(url).hostname), max, onnotice: () => undefined });
}
