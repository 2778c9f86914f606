import type { Transaction } from '@nuances/db/client';
import { backupCodes, oneTimeCodes } from '@nuances/db/schema';
import { lifetimes } from '@nuances/domain/limits';
import { and, eq, isNull, lte, sql } from 'drizzle-orm';
import { recordDecision } from '../account/ledger-entries.ts';
import type { Services } from '../context.ts';
import { secondsFromNow } from '../database/seconds-from-now.ts';

/** Removes the one-time codes of an account with their backup codes, for good: no backup brings them back. */
export async function removeCodes(transaction: Transaction, userId: string): Promise<void> {
  await transaction.delete(oneTimeCodes).where(eq(oneTimeCodes.userId, userId));
  await transaction.delete(backupCodes).where(eq(backupCodes.userId, userId));
  await recordDecision(transaction, { userId, subject: 'codes', value: 'off' });
}

/** Removes the codes whose announced end has come, and those that were never confirmed. */
export async function removeEndedCodes({ db, securityEvents }: Pick<Services, 'db' | 'securityEvents'>): Promise<void> {
  await db
    .delete(oneTimeCodes)
    .where(
      and(isNull(oneTimeCodes.confirmedAt), lte(oneTimeCodes.createdAt, secondsFromNow(-lifetimes.unconfirmedCodesS))),
    );
  const isOver = lte(oneTimeCodes.endsAt, sql`now()`);
  const ended = await db.select({ userId: oneTimeCodes.userId }).from(oneTimeCodes).where(isOver);
  for (const { userId } of ended) {
    const isRemoved = await db.transaction(async (transaction) => {
      const [still] = await transaction
        .select({ userId: oneTimeCodes.userId })
        .from(oneTimeCodes)
        .where(and(eq(oneTimeCodes.userId, userId), isOver))
        .for('update');
      if (still) await removeCodes(transaction, userId);
      return still !== undefined;
    });
    if (isRemoved) securityEvents.record('codes_off', { userId, end: 'operator' });
  }
}
