import type { MasterKeys } from '@nuances/crypto/master-key';
import { distribute, isDistributed } from '@nuances/db/citus/distribute';
import { modifyShardsSequentially } from '@nuances/db/citus/sequential';
import { copyIn } from '@nuances/db/postgres/patches/copy';
import { withMigrationLock } from '@nuances/db/migrations/migrate';
import { withConnection } from '@nuances/db/postgres/driver';
import { retryOn } from '@nuances/db/postgres/error-codes';
import {
  applyMigrations,
  isKnownSchema,
  recreateTables,
  readSchemaState,
  tablesOf,
} from '@nuances/db/migrations/schema-state';
import { isPartitioned, makeMonths } from '@nuances/db/usage-events/months';
import type { TransactionSql } from 'postgres';
import { type Ledger, readLedger } from '../../account/ledger.ts';
import { requireKeys } from '../../database/master-key-check.ts';
import { version } from '../../observability/version.ts';
import type { BackupCommand } from './context.ts';
import { type BackupHead, type BackupSource, readBackup, type TableCount, type TableRows } from './backup-file.ts';
import { readIdentities } from './encryption.ts';
import { applyLedger, rememberReplaced } from './restore-ledger.ts';
import {
  readErasures,
  finishErasures,
  finishWithdrawals,
  reapplyWithdrawals,
  cleanRestoredData,
  readWithdrawals,
  withdrawalsOf,
} from './restore-cleanup.ts';

/** A running product releases its locks between two calls; a long aggregation holds some longer. */
const lockTimeoutMs = 30_000;
const deadlockTries = 5;

/** A restore that is refused before it changes anything; the message says why and what to do. */
class RestoreRefused extends Error {
  override readonly name = 'RestoreRefused';
}

/** Our tables that hold rows, apart from `instance`. */
async function filledTables(transaction: TransactionSql): Promise<string[]> {
  const filled: string[] = [];
  for (const table of tablesOf(await readSchemaState(transaction))) {
    if (table === 'instance') continue;
    const [row] = await transaction<{ is: boolean }[]>`select exists (select 1 from ${transaction(table)}) as is`;
    if (row?.is) filled.push(table);
  }
  return filled;
}

async function requireEmpty(transaction: TransactionSql): Promise<void> {
  const filled = await filledTables(transaction);
  if (filled.length === 0) return;
  throw new RestoreRefused(
    `The database is not empty (${filled.join(', ')}). To throw away what it holds and restore, add --replace.`,
  );
}

/** For what takes long to prepare: refuses at once what {@link restore} would refuse without `--replace`. */
export async function refuseFilled(url: string): Promise<void> {
  await withConnection(url, (sql) => sql.begin('read only', requireEmpty));
}

async function loadTable(transaction: TransactionSql, { rows, ...place }: TableRows): Promise<void> {
  await copyIn(transaction, place, rows);
  await transaction`analyze ${transaction(place.table)}`;
}

async function countOf(transaction: TransactionSql, table: string): Promise<number> {
  const [row] = await transaction<{ count: string }[]>`select count(*) from ${transaction(table)}`;
  return Number(row?.count);
}

/** What a restore found and did. */
interface Restored {
  /** Rows of each table of the backup. */
  readonly counts: readonly TableCount[];
  /** Accounts of the backup that were erased since. */
  readonly erased: number;
  /** Accounts of the backup that have withdrawn usage since. */
  readonly uncounted: readonly string[];
  /** Whether there is a source of what was decided since then: a replaced database of the same accounts, or a ledger. */
  readonly isKnown: boolean;
  /** The accounts about which something was decided since then, by line. */
  readonly decided: readonly string[];
  /** Whether what was replaced was distributed over workers; the restored tables are on the coordinator. */
  readonly wasDistributed: boolean;
}

/** Replaces everything in one transaction. */
async function replaceAll(
  transaction: TransactionSql,
  {
    source,
    head,
    replace,
    ledger,
    isNamed,
  }: { source: BackupSource; head: BackupHead; replace: boolean; ledger: Ledger | null; isNamed: boolean },
): Promise<Restored> {
  await transaction`set local statement_timeout = 0`;
  await transaction.unsafe(`set local lock_timeout = ${lockTimeoutMs}`);
  await modifyShardsSequentially(transaction);
  const wasDistributed = await isDistributed(transaction);
  const present = await readSchemaState(transaction);
  if (!isKnownSchema(present))
    throw new RestoreRefused(
      'The database belongs to a newer Nuances than this one. Restore with that version, or into another database.',
    );
  const tables = tablesOf(present);
  if (tables.length > 0) await transaction`lock table ${transaction(tables)} in access exclusive mode`;
  if (!replace) await requireEmpty(transaction);
  const erasures = [...(await readErasures(transaction, tables)), ...(ledger?.erasures ?? [])];
  const withdrawals = [...(await readWithdrawals(transaction, tables)), ...withdrawalsOf(ledger)];
  const replaced = await rememberReplaced(transaction, tables);
  await recreateTables(transaction, head.migrations);
  if (await isPartitioned(transaction)) await makeMonths(transaction, 'kept');
  const counts = await readBackup(source, { table: (rows) => loadTable(transaction, rows) });
  for (const { table, rows } of counts)
    if ((await countOf(transaction, table)) !== rows) throw new Error(`Not every row of ${table} arrived`);
  await applyMigrations(transaction);
  await makeMonths(transaction);
  const erased = await cleanRestoredData(transaction, erasures);
  const uncounted = await reapplyWithdrawals(transaction, withdrawals);
  const { isKnown, said: decided } = await applyLedger(transaction, replaced, { ledger, isNamed });
  return { counts, erased, uncounted, isKnown, decided, wasDistributed };
}

/** Reads the whole file once. @throws RestoreRefused for one that this version or the key cannot restore */
async function checkFile(source: BackupSource, masterKeys: MasterKeys): Promise<BackupHead> {
  const heads: BackupHead[] = [];
  const drain = async ({ rows }: TableRows) => {
    for await (const _ of rows);
  };
  await readBackup(source, { head: (read) => heads.push(read), table: drain });
  const [head] = heads;
  if (!head) throw new Error(`${source.file} was read without its head`);
  requireKeys('This backup', head.masterKeys, masterKeys);
  if (!isKnownSchema(head.migrations))
    throw new RestoreRefused(
      `This backup was made by Nuances ${head.version}; this is ${version}, which does not know its tables. Restore it with that version or a newer one.`,
    );
  return head;
}

/** Reads the ledger of the data folder and the named ones. @returns null when there is none */
async function readLedgers(ledgerFile: string, named: readonly string[]): Promise<Ledger | null> {
  const own = await readLedger(ledgerFile);
  const all = own === null ? [] : [own];
  for (const file of named) {
    const other = await readLedger(file);
    if (other === null) throw new RestoreRefused(`There is no ledger at ${file}.`);
    all.push(other);
  }
  if (all.length === 0) return null;
  return { erasures: all.flatMap(({ erasures }) => erasures), entries: all.flatMap(({ entries }) => entries) };
}

export interface RestoreOptions {
  /** Replaces the content of a database that is not empty. */
  readonly replace: boolean;
  /** Ledgers besides that of the data folder. */
  readonly ledgers: readonly string[];
  /** The file with the age identity of an encrypted backup. */
  readonly identity: string | null;
}

/**
 * `restore FILE`: everything as it was when the backup was made, brought up to date, without sessions, unused links,
 * waiting mails and accounts that were erased since. A file, key or ledger that does not match is refused before
 * any change.
 * @param conclude the last line, from when the backup was made
 */
export const restore =
  (
    file: string,
    options: RestoreOptions,
    conclude = (createdAt: string) => `Restored from ${file}, as it was at ${createdAt}.`,
  ): BackupCommand =>
  async ({ url, masterKeys, ledgerFile, print }) => {
    const source = { file, identities: options.identity === null ? [] : await readIdentities(options.identity) };
    const head = await checkFile(source, masterKeys);
    const ledger = await readLedgers(ledgerFile, options.ledgers);
    const isNamed = options.ledgers.length > 0;
    // The running product and the restore may deadlock: PostgreSQL then aborts one of the two.
    const restored = await retryOn(['40P01'], deadlockTries, () =>
      withMigrationLock(url, (transaction) =>
        replaceAll(transaction, { source, head, replace: options.replace, ledger, isNamed }),
      ),
    );
    const { counts, erased, uncounted, isKnown, decided, wasDistributed } = restored;
    for (const { table, rows } of counts) if (rows > 0) print(`${String(rows).padStart(9)} ${table}`);
    print(
      'Sessions, unused links and waiting mails are not restored: everybody has to log in again. Passwords and e-mail addresses are those of the backup.',
    );
    print(`Accounts that were erased after the backup, and are erased again: ${erased}.`);
    for (const line of decided) print(line);
    if (!isKnown)
      print(
        'Nothing here knows every account that was erased, in part or whole, or locked after the backup, nor every agreement that was withdrawn: they are as in the backup. If you have the erased-accounts.log of that time, restore again with --replace --ledger FILE.',
      );
    // After the report: the data is replaced, also when one of these fails.
    if (wasDistributed) await withMigrationLock(url, () => distribute(url, print));
    const leftErasures = await finishErasures(url);
    await finishWithdrawals(url, uncounted);
    if (leftErasures > 0) print(`${leftErasures} of them the product finishes when it runs.`);
    print(conclude(head.createdAt));
    return true;
  };
