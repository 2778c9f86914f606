import { copyIn } from '@nuances/db/postgres/patches/copy';
import { migrate, withMigrationLock } from '@nuances/db/migrations/migrate';
import { isPostgresError } from '@nuances/db/postgres/error-codes';
import { isKnown, makeEmpty, stateOf, tablesOf } from '@nuances/db/migrations/schema-state';
import type { TransactionSql } from 'postgres';
import { requireKeys } from '../../database/master-key-check.ts';
import { version } from '../../observability/version.ts';
import type { BackupCommand } from './context.ts';
import { type BackupHead, readBackup, type TableRows } from './backup-file.ts';

/** A running product lets its tables go between two calls; a report that takes long may hold them. */
const lockMs = 30_000;
/** How often to try again when the product and the restore wait for each other. */
const lockTries = 5;

/** An order that cannot be followed; the message says why and what to do. */
class RestoreRefused extends Error {
  override readonly name = 'RestoreRefused';
}

/** Tables of ours that hold something, facts about the installation aside. */
async function filledTables(transaction: TransactionSql): Promise<string[]> {
  const filled: string[] = [];
  for (const table of tablesOf(await stateOf(transaction))) {
    if (table === 'instance') continue;
    const [row] = await transaction<{ is: boolean }[]>`select exists (select from ${transaction(table)}) as is`;
    if (row?.is) filled.push(table);
  }
  return filled;
}

async function loadTable(transaction: TransactionSql, { rows, ...place }: TableRows): Promise<void> {
  await copyIn(transaction, place, rows);
  await transaction`analyze ${transaction(place.table)}`;
}

async function countOf(transaction: TransactionSql, table: string): Promise<number> {
  const [row] = await transaction<{ count: string }[]>`select count(*) from ${transaction(table)}`;
  return Number(row?.count);
}

/** Takes the place of everything that is there; one transaction, so that others see all of it or nothing. */
async function replaceAll(transaction: TransactionSql, file: string, head: BackupHead, mayReplace: boolean) {
  await transaction`set local statement_timeout = 0`;
  await transaction.unsafe(`set local lock_timeout = ${lockMs}`);
  const present = await stateOf(transaction);
  if (!isKnown(present))
    throw new RestoreRefused(
      'The database belongs to a newer Nuances than this one. Restore with that version, or into another database.',
    );
  const tables = tablesOf(present);
  if (tables.length > 0) await transaction`lock table ${transaction(tables)} in access exclusive mode`;
  const filled = await filledTables(transaction);
  if (filled.length > 0 && !mayReplace)
    throw new RestoreRefused(
      `The database is not empty (${filled.join(', ')}). To throw away what it holds and restore, add --replace.`,
    );
  await makeEmpty(transaction, head.migrations);
  const counts = await readBackup(file, { table: (rows) => loadTable(transaction, rows) });
  for (const { table, rows } of counts)
    if ((await countOf(transaction, table)) !== rows) throw new Error(`Not every row of ${table} arrived`);
  return counts;
}

/**
 * `restore FILE`: everything as it was when the backup was made, brought up to date. What the file and
 * the key at hand cannot give is refused before anything is touched.
 */
export const restore =
  (file: string, { replace }: { readonly replace: boolean }): BackupCommand =>
  async ({ url, masterKeys, print }) => {
    const heads: BackupHead[] = [];
    const drain = async ({ rows }: TableRows) => {
      for await (const _ of rows);
    };
    await readBackup(file, { head: (head) => heads.push(head), table: drain });
    const [head] = heads;
    if (!head) return false;
    requireKeys('This backup', head.masterKeys, masterKeys);
    if (!isKnown(head.migrations))
      throw new RestoreRefused(
        `This backup was made by Nuances ${head.version}; this is ${version}, which does not know its tables. Restore it with that version or a newer one.`,
      );
    for (let attempt = 1; ; attempt += 1) {
      try {
        await withMigrationLock(url, async (transaction) => {
          const counts = await replaceAll(transaction, file, head, replace);
          for (const { table, rows } of counts) if (rows > 0) print(`${String(rows).padStart(9)} ${table}`);
        });
        break;
      } catch (error) {
        if (attempt === lockTries || !isPostgresError(error, '40P01')) throw error;
      }
    }
    await migrate(url);
    print(
      `Restored from ${file}, as it was at ${head.createdAt}. Everybody who logged in since then has to log in again.`,
    );
    return true;
  };
