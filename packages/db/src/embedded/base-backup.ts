/** A copy of the files of a running embedded server: with the segments of its log from then on, it is the database at any later moment. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openDriver } from '../postgres/driver.ts';
import { isFileError } from './file-error.ts';
import { tarEnd, tarFile, tarFolder, tarText } from './tar.ts';

/** Folders that are made anew at a start; only they themselves are copied. */
const emptied = new Set(
  'pg_wal pg_replslot pg_dynshmem pg_notify pg_serial pg_snapshots pg_stat_tmp pg_subtrans'.split(' '),
);
/** Files of the running process, and what is made anew. */
const isLeftOut = (name: string) =>
  /^(?:postmaster\.(?:pid|opts)|pg_internal\.init.*|pgsql_tmp.*|backup_label.*|backup_manifest.*)$/.test(name);
const control = 'global/pg_control';
/** Without the password nobody could log in to what is recovered. */
export const passwordEntry = 'postgres.password';

/** The segments of the log that a base backup cannot do without. */
export interface BaseRange {
  /** Name of the first segment, 24 hexadecimal digits. */
  readonly start: string;
  readonly stop: string;
}

/** The random number of the files of a server, which is in all of its backups. @throws the file system's error */
export async function readSystemId(files: string): Promise<string> {
  return (await readFile(join(files, control))).readBigUInt64LE(0).toString();
}

/** @yields each file and each folder, with a slash at its end, relative to the folder */
async function* walk(root: string, inside = ''): AsyncGenerator<string> {
  for (const entry of await readdir(join(root, inside), { withFileTypes: true })) {
    if (isLeftOut(entry.name)) continue;
    const path = inside === '' ? entry.name : `${inside}/${entry.name}`;
    if (entry.isDirectory()) {
      yield `${path}/`;
      if (!emptied.has(path)) yield* walk(root, path);
    } else if (entry.isFile() && path !== control) yield path;
  }
}

/** The server writes this file in one piece; two equal readings are one that was not in the middle of it. */
async function readControl(files: string): Promise<Buffer> {
  for (;;) {
    const [first, second] = [await readFile(join(files, control)), await readFile(join(files, control))];
    if (first.equals(second)) return first;
  }
}

/** @yields a file, or nothing for one that was removed meanwhile */
async function* tarIfThere(name: string, path: string): AsyncGenerator<Buffer> {
  try {
    yield* tarFile(name, path);
  } catch (error) {
    if (!isFileError(error, 'ENOENT')) throw error;
  }
}

/**
 * Copies the files of a running server, as tar.
 * @param done is told which segments belong to it, before the last byte
 * @throws PostgresError, or the file system's error
 */
export async function* baseBackup(
  { url, files }: { readonly url: string; readonly files: string },
  done: (range: BaseRange) => void,
): AsyncGenerator<Buffer> {
  const sql = openDriver(url, {
    // One session from the first to the last statement, however long the copying takes.
    max: 1,
    max_lifetime: null,
    idle_timeout: 0,
    connect_timeout: 10,
    onnotice: () => undefined,
    connection: { application_name: 'nuances-base-backup', statement_timeout: 0 },
  });
  try {
    const [{ start }] = await sql<[{ start: string }]>`
      select pg_walfile_name(pg_backup_start('nuances', true)) as start`;
    yield* tarText(passwordEntry, Buffer.from(decodeURIComponent(new URL(url).password)));
    for (const empty of ['pg_wal/archive_status', 'pg_wal/summaries']) yield tarFolder(empty);
    for await (const path of walk(files))
      if (path.endsWith('/')) yield tarFolder(path.slice(0, -1));
      else yield* tarIfThere(path, join(files, path));
    yield* tarText(control, await readControl(files));
    const [{ label, stop }] = await sql<[{ label: string; stop: string }]>`
      select labelfile as label, pg_walfile_name(lsn) as stop from pg_backup_stop(false)`;
    yield* tarText('backup_label', Buffer.from(label));
    done({ start, stop });
    yield tarEnd;
  } finally {
    await sql.end({ timeout: 1 });
  }
}
