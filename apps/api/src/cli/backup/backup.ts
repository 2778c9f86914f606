import { copyOut } from '@nuances/db/postgres/patches/copy';
import { distributedKeys } from '@nuances/db/citus/placement';
import { openDriver, withConnection } from '@nuances/db/postgres/driver';
import { isKnownSchema, readSchemaState, tablesOf } from '@nuances/db/migrations/schema-state';
import { type FileHandle, open, rename, rm, stat, readdir } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { TransactionSql } from 'postgres';
import { fingerprintRows, requireKeys } from '../../database/master-key-check.ts';
import { version } from '../../observability/version.ts';
import type { BackupCommand } from './context.ts';
import { type BackupHead, formatOfBackups, type TableCount, type TableRows, writeBackup } from './backup-file.ts';
import { encryptTo } from './encryption.ts';
import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';

/** Lock timeout, milliseconds; reading itself has no limit. */
const lockMs = 60_000;

/** The tables in the order of their foreign keys, those included that a distributed database lacks. */
async function inOrder(transaction: TransactionSql, tables: readonly string[]): Promise<string[]> {
  const references = await transaction<{ table: string; to: string }[]>`
    select c.relname as table, r.relname as to from pg_constraint
    join pg_class c on c.oid = conrelid join pg_class r on r.oid = confrelid
    where contype = 'f' and connamespace = 'public'::regnamespace and conrelid <> confrelid`;
  const known = [...references, ...distributedKeys];
  const ordered: string[] = [];
  let left = [...tables];
  while (left.length > 0) {
    const waiting = new Set(known.filter(({ to }) => left.includes(to)).map(({ table }) => table));
    const next = left.filter((table) => !waiting.has(table));
    if (next.length === 0) throw new Error(`Tables that refer to each other cannot be backed up: ${left.join(', ')}`);
    ordered.push(...next);
    left = left.filter((table) => waiting.has(table));
  }
  return ordered;
}

async function* rowsOf(transaction: TransactionSql, tables: readonly string[]): AsyncGenerator<TableRows> {
  for (const table of tables) {
    const found = await transaction<{ name: string }[]>`
      select attname as name from pg_attribute
      where attrelid = ${`public.${table}`}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
      order by attnum`;
    const columns = found.map(({ name }) => name);
    yield { table, columns, rows: copyOut(transaction, { table, columns }) };
  }
}

const inWords = (bytes: number) => (bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} KB` : `${(bytes / 1e6).toFixed(1)} MB`);

/** The error of a file that cannot be written, such as on a full disk; the system's own names no file. */
function notWritten(file: string, error: unknown): unknown {
  const isSystems = error instanceof Error && 'code' in error && 'syscall' in error;
  return isSystems ? new Error(`${file} could not be written: ${error.message}`, { cause: error }) : error;
}

/** Ends another connection of this account, on the server's side. Best effort: without it, the server sends a table in vain. */
async function endConnection(url: string, pid: number): Promise<void> {
  await withConnection(url, (sql) => sql`select pg_terminate_backend(${pid}::int)`, { connect_timeout: 5 }).catch(
    () => undefined,
  );
}

export interface BackupOptions {
  /** A public key of age; null writes a file that everybody can read who has it. */
  readonly recipient: string | null;
}

/** `backup FILE`: everything in the database as it is at one moment, in one file that appears only when it is complete. */
export const backup =
  (file: string, { recipient }: BackupOptions): BackupCommand =>
  async ({ url, masterKeys, masterKeyKeptIn, print }) => {
    const sql = openDriver(url, {
      max: 1,
      connect_timeout: 10,
      onnotice: () => undefined,
      connection: { application_name: 'nuances-backup', lock_timeout: lockMs, timezone: 'UTC', datestyle: 'ISO' },
    });
    const draft = draftOf(file);
    const encryption = recipient === null ? null : await encryptTo(recipient);
    let draftFile: FileHandle | undefined;
    let fault: unknown;
    try {
      const before = await readSchemaState(sql);
      if (before.length === 0) {
        print('The database holds nothing yet: there is nothing to back up.');
        return false;
      }
      if (!isKnownSchema(before))
        throw new Error(
          'This database belongs to a newer Nuances than this one. Make the backup with the version that runs on it.',
        );
      const tables = tablesOf(before);
      let counts: readonly TableCount[] = [];
      const refuse = (error: unknown) => {
        throw notWritten(file, error);
      };
      // An unwritable path is reported before anything is read.
      const written = await openDraft(file, draft).catch(refuse);
      draftFile = written;
      await sql.begin('isolation level repeatable read read only', async (transaction) => {
        await transaction`set local statement_timeout = 0`;
        await transaction`set local idle_in_transaction_session_timeout = 0`;
        // Before the first query, which fixes the snapshot: no migration can change the tables from here on.
        await transaction`lock table ${transaction(tables)} in access share mode`;
        const migrations = await readSchemaState(transaction);
        if (migrations.length !== before.length)
          throw new Error('The database was just brought up to date: try again.');
        const [{ pid }] = await transaction<[{ pid: number }]>`select pg_backend_pid() as pid`;
        const keys = await transaction<{ value: string }[]>`
          select value from instance where key in ${transaction(fingerprintRows)} order by key`;
        const fingerprints = keys.map(({ value }) => value);
        requireKeys('This database', fingerprints, masterKeys);
        const head: BackupHead = {
          format: formatOfBackups,
          version,
          createdAt: new Date().toISOString(),
          migrations: [...migrations],
          masterKeys: fingerprints,
          masterKeyKeptIn,
        };
        const rows = rowsOf(transaction, await inOrder(transaction, tables));
        const text = writeBackup(head, rows, (done) => (counts = done));
        // Synced before the rename: a power cut leaves no partial backup under this name.
        const out = written.createWriteStream({ flush: true });
        const packed = createGzip();
        await (encryption ? pipeline(text, packed, encryption, out) : pipeline(text, packed, out)).catch(
          async (error: unknown) => {
            fault = notWritten(file, error);
            // It would go on sending, with the snapshot open, until it has sent the whole table.
            await endConnection(url, pid);
            throw error;
          },
        );
      });
      await rename(draft, file).catch(refuse);
      const { size } = await stat(file);
      for (const { table, rows } of counts) if (rows > 0) print(`${String(rows).padStart(9)} ${table}`);
      print(`Backed up to ${file} (${inWords(size)}${recipient === null ? '' : `, encrypted to ${recipient}`}).`);
      print(
        `The master key is not in it: it is in ${masterKeyKeptIn}. Keep a copy of that too, elsewhere; without it nobody can ever open a note of this backup.`,
      );
      return true;
    } catch (error) {
      // A rollback during COPY fails too, with a less useful message.
      throw fault ?? error;
    } finally {
      await draftFile?.close();
      await rm(draft, { force: true });
      await sql.end({ timeout: 5 });
    }
  };

const draftPattern = /\.[0-9a-f]{12}\.part$/;
/** A backup under way writes all the time, but for a minute at most while it waits for a lock. */
const abandonedMs = 10 * 60_000;

/** The name under which a backup is written until it is complete. */
const draftOf = (file: string) => `${file}.${randomBytes(6).toString('hex')}.part`;

async function openDraft(file: string, draft: string): Promise<FileHandle> {
  await removeAbandonedDrafts(file);
  return open(draft, 'wx', 0o600);
}

/** Removes what killed backups left in the folder of a backup. A file that cannot be removed stays. */
async function removeAbandonedDrafts(file: string): Promise<void> {
  const folder = dirname(file);
  for (const name of (await readdir(folder)).filter((entry) => draftPattern.test(entry))) {
    const path = join(folder, name);
    try {
      const { mtimeMs, uid } = await stat(path);
      if (uid === process.getuid?.() && Date.now() - mtimeMs > abandonedMs) await rm(path);
    } catch {
      continue; // Another backup has just removed it.
    }
  }
}
