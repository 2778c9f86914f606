import { openDatabase } from '@nuances/db/client';
import type { TransactionSql } from 'postgres';
import type { Erasure, Ledger } from '../../account/ledger.ts';
import { createErasures, waitingErasures } from '../../account/erasures.ts';
import { withdrawConsent } from '../../consents/queries.ts';

/** The erasures in the current database, before it is replaced. */
export async function readErasures(
  transaction: TransactionSql,
  tables: readonly string[],
): Promise<readonly Erasure[]> {
  if (!tables.includes('erased_accounts')) return [];
  return transaction<Erasure[]>`select user_id as "userId", erased_at as "erasedAt" from erased_accounts`;
}

export interface Withdrawal {
  readonly userId: string;
  readonly purpose: string;
  /** As the database writes it: a Date would lose its microseconds. */
  readonly at: string;
  readonly version: string;
}

/** The withdrawals in the current database, before it is replaced. */
export async function readWithdrawals(
  transaction: TransactionSql,
  tables: readonly string[],
): Promise<readonly Withdrawal[]> {
  if (!tables.includes('consents')) return [];
  return transaction<Withdrawal[]>`
    select user_id as "userId", purpose, at::text, version from consents where not given`;
}

/** The withdrawals that a ledger knows. */
export const withdrawalsOf = (ledger: Ledger | null): readonly Withdrawal[] =>
  (ledger?.entries ?? [])
    .filter(({ subject }) => subject === 'reminder' || subject === 'usage')
    .map(({ userId, subject: purpose, value: version, at }) => ({ userId, purpose, version, at }));

/**
 * Takes over what was withdrawn since the backup; an agreement that was given again after it is asked for anew. Call it
 * after {@link cleanRestoredData}, in the same transaction.
 * @returns whose usage is not counted any more, for {@link finishWithdrawals}
 */
export async function reapplyWithdrawals(
  transaction: TransactionSql,
  withdrawals: readonly Withdrawal[],
): Promise<readonly string[]> {
  for (const { userId, purpose, at, version } of withdrawals)
    await transaction`
      insert into consents (user_id, purpose, at, given, version)
      select id, ${purpose}, ${at}::text::timestamptz, false, ${version} from users where id = ${userId}
      on conflict do nothing`;
  const uncounted = await transaction<{ id: string }[]>`
    update users set counts_usage = false
    where counts_usage and id in (
      select user_id from (
        select distinct on (user_id) user_id, given from consents where purpose = 'usage' order by user_id, at desc
      ) as last where not given)
    returning id`;
  return uncounted.map(({ id }) => id);
}

/**
 * Removes from restored data what must not be restored: sessions, unused links and the addresses that wait for them, waiting mails, and accounts that were
 * erased since the backup. Call it with the schema up to date, in the transaction of the restore.
 * @param erasures known besides those of the backup itself
 * @returns how many accounts were there and are erased now
 */
export async function cleanRestoredData(transaction: TransactionSql, erasures: readonly Erasure[]): Promise<number> {
  await transaction`delete from sessions`;
  await transaction`delete from reminders`;
  await transaction`delete from mail_tokens where used_at is null`;
  // Its link is gone, and its owner may have refused it since.
  await transaction`update users set pending_email = null where pending_email is not null`;
  await transaction`delete from mail_outbox where sent_at is null and given_up_at is null`;
  for (const { userId, erasedAt } of erasures)
    await transaction`
      insert into erased_accounts (user_id, erased_at) values (${userId}, ${erasedAt.toISOString()}) on conflict do nothing`;
  await transaction`delete from ledger_entries where user_id in (select user_id from erased_accounts)`;
  // Some were erased already and not removed yet when the backup was made.
  const erased = await transaction<{ id: string; isAgain: boolean }[]>`
    delete from users where id in (select user_id from erased_accounts) returning id, erased_at is null as "isAgain"`;
  for (const { id } of erased)
    await transaction`
      insert into erasures (user_id, requested_at, next_attempt_at) values (${id}, now(), now())
      on conflict (user_id) do update set next_attempt_at = now()`;
  return erased.filter(({ isAgain }) => isAgain).length;
}

/** Removes the restored events and weeks of people who have withdrawn usage. After the restore: these need the product's rules. */
export async function finishWithdrawals(url: string, userIds: readonly string[]): Promise<void> {
  const { db, close } = openDatabase(url, { max: 3, applicationName: 'nuances-restore' });
  try {
    for (const id of userIds) await withdrawConsent(db, id, 'usage');
  } finally {
    await close();
  }
}

/**
 * Finishes the erasures: their weekly counts and events. After the restore: by then nothing but numbers under a random
 * id is left. What this cannot finish, the product does.
 * @returns how many are left
 */
export async function finishErasures(url: string): Promise<number> {
  const { db, close } = openDatabase(url, { max: 3, applicationName: 'nuances-restore' });
  try {
    const log = { info: () => undefined, warn: () => undefined };
    await createErasures({ db, log }).flush();
    return (await waitingErasures(db)).length;
  } finally {
    await close();
  }
}
