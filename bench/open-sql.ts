import postgres, { type Sql } from 'postgres';

/**
 * Opens a pool on the product's database. In the URL of a Unix socket the folder is the host, with its slashes encoded;
 * postgres.js takes it as an option only.
 */
export function openSql(url: string, max: number): Sql {
  return postgres(url, { host: decodeURIComponent(new URL(url).hostname), max, onnotice: () => undefined });
}
