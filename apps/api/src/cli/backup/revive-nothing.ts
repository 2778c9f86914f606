import { openDatabase } from '@nuances/db/client';
import type { TransactionSql } from 'postgres';
import type { Erasure } from '../../account/erasure-ledger.ts';
import { forgetStarter } from '../../admin/runs.ts';
import { foldIntoAnonymous } from '../../admin/weeks.ts';

/** The erasures in the current database, before it is replaced. */
export async function erasuresOf(transaction: TransactionSql, tables: readonly string[]): Promise<readonly Erasure[]> {
  if (!tables.includes('erased_accounts')) return [];
  return transaction<Erasure[]>`select user_id as "userId", erased_at as "erasedAt" from erased_accounts`;
}

/**
 * Removes from restored data what must not be restored: sessions, unused links, waiting mails, and accounts that were
 * erased since the backup. Call it with the schema up to date, in the transaction of the restore.
 * @param erasures known besides those of the backup itself
 * @returns the ids of accounts that were there and are erased now
 */
export async function reviveNothing(transaction: TransactionSql, erasures: readonly Erasure[]): Promise<string[]> {
  await transaction`delete from sessions`;
  await transaction`delete from reminders`;
  await transaction`delete from mail_tokens where used_at is null`;
  await transaction`delete from mail_outbox where sent_at is null and given_up_at is null`;
  for (const { userId, erasedAt } of erasures)
    await transaction`
      insert into erased_accounts (user_id, erased_at) values (${userId}, ${erasedAt.toISOString()}) on conflict do nothing`;
  const erased = await transaction<{ id: string }[]>`
    delete from users where id in (select user_id from erased_accounts) returning id`;
  return erased.map(({ id }) => id);
}

/**
 * Adds the weekly counts of erased accounts to the anonymous ones and removes their events, as an erasure does. After the
 * restore: by then nothing but numbers under a random id is left of them.
 */
export async function foldErased(url: string, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  const { db, close } = openDatabase(url, { max: 2, applicationName: 'nuances-restore' });
  try {
    for (const userId of userIds)
      await db.transaction(async (transaction) => {
        await foldIntoAnonymous(transaction, userId);
        await forgetStarter(transaction, userId);
      });
  } finally {
    await close();
  }
}
