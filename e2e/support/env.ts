/** What the global setup tells the workers about the server that most stories share. */
const names = { url: 'STORY_URL', outbox: 'STORY_OUTBOX', dataDir: 'STORY_DATA' } as const;

type SharedServer = Readonly<Record<keyof typeof names, string>>;

/** Called by the global setup, before the workers start. */
export function writeSharedServer(server: SharedServer): void {
  process.env[names.url] = server.url;
  process.env[names.outbox] = server.outbox;
  process.env[names.dataDir] = server.dataDir;
}

/** @throws Error outside of a test run */
export function readSharedServer(field: keyof SharedServer): string {
  const value = process.env[names[field]];
  if (value === undefined) throw new Error(`${names[field]} is not set: the global setup has not run`);
  return value;
}
