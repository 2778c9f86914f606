/** One-time codes in the database: which a login asks for, their use, their end. */
import type { MasterKeys } from '@nuances/crypto/master-key';
import type { Database, Transaction } from '@nuances/db/client';
import { backupCodes, oneTimeCodes } from '@nuances/db/schema';
import { lifetimes } from '@nuances/domain/limits';
import { readCode } from '@nuances/domain/second-factor';
import { and, eq, gt, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm';
import { recordDecision } from '../account/ledger-entries.ts';
import type { Clock } from '../database/clock.ts';
import { secondsFromNow } from '../database/seconds-from-now.ts';
import type { SecurityEvents } from '../observability/security-events.ts';
import { hashBackupCode, openSecret, periodOf } from './secret.ts';

/** Whether a row of `one_time_codes` is asked for at a login. */
export const isAsked = and(
  isNotNull(oneTimeCodes.confirmedAt),
  or(isNull(oneTimeCodes.endsAt), gt(oneTimeCodes.endsAt, sql`now()`)),
);

/** The row of an account whose codes are asked for. */
export const asked = (db: Database | Transaction, userId: string) =>
  db
    .select({ secretSealed: oneTimeCodes.secretSealed })
    .from(oneTimeCodes)
    .where(and(eq(oneTimeCodes.userId, userId), isAsked));

/** The one-time codes of an account, without their secret; null when none are asked for. */
export async function readCodes(db: Database | Transaction, userId: string) {
  const [found] = await db
    .select({
      since: sql<Date>`${oneTimeCodes.confirmedAt}`.mapWith(oneTimeCodes.confirmedAt),
      backupCodesLeft: sql<number>`(select count(*) from ${backupCodes} where ${backupCodes.userId} = ${userId} and ${backupCodes.usedAt} is null)::int`,
    })
    .from(oneTimeCodes)
    .where(and(eq(oneTimeCodes.userId, userId), isAsked));
  return found ?? null;
}

/** Whose codes these are. */
interface CodeOwner {
  readonly userId: string;
  readonly secretSealed: string;
}

interface Parts {
  readonly db: Database;
  readonly masterKeys: MasterKeys;
  readonly clock: Clock;
}

/** What became of a code. A used backup code is simply wrong: its row says no more. */
type Used = 'fits' | 'codeWrong' | 'codeUsed';

async function useAppCode({ db, clock }: Parts, userId: string, secret: Buffer, digits: string): Promise<Used> {
  const period = periodOf(secret, digits, clock.now());
  if (period === null) return 'codeWrong';
  // One statement decides between codes at the same time.
  const used = await db
    .update(oneTimeCodes)
    .set({ lastStep: period, endsAt: null })
    .where(
      and(
        eq(oneTimeCodes.userId, userId),
        isAsked,
        or(isNull(oneTimeCodes.lastStep), lt(oneTimeCodes.lastStep, period)),
      ),
    )
    .returning({ userId: oneTimeCodes.userId });
  return used.length > 0 ? 'fits' : 'codeUsed';
}

function useBackupCode({ db }: Parts, userId: string, secret: Buffer, digits: string): Promise<Used> {
  return db.transaction(async (transaction) => {
    const used = await transaction
      .update(backupCodes)
      .set({ usedAt: sql`now()` })
      .where(
        and(
          eq(backupCodes.userId, userId),
          eq(backupCodes.codeHash, hashBackupCode(secret, digits)),
          isNull(backupCodes.usedAt),
        ),
      )
      .returning({ userId: backupCodes.userId });
    if (used.length === 0) return 'codeWrong';
    await transaction.update(oneTimeCodes).set({ endsAt: null }).where(eq(oneTimeCodes.userId, userId));
    await recordDecision(transaction, { userId, subject: 'backup', value: 'used' });
    return 'fits';
  });
}

/** Uses up a one-time or backup code. A code that fits takes back an announced end: its owner has not lost them. */
export async function useCode(parts: Parts, { userId, secretSealed }: CodeOwner, text: string): Promise<Used> {
  const code = readCode(text);
  if (!code) return 'codeWrong';
  const secret = openSecret(parts.masterKeys, userId, secretSealed);
  return code.kind === 'app'
    ? useAppCode(parts, userId, secret, code.digits)
    : useBackupCode(parts, userId, secret, code.digits);
}

/** Removes the one-time codes of an account with their backup codes, for good: no backup brings them back. */
export async function removeCodes(transaction: Transaction, userId: string): Promise<void> {
  await transaction.delete(oneTimeCodes).where(eq(oneTimeCodes.userId, userId));
  await transaction.delete(backupCodes).where(eq(backupCodes.userId, userId));
  await recordDecision(transaction, { userId, subject: 'codes', value: 'off' });
}

/** Removes the codes whose announced end has come, and those that were never confirmed. */
export async function removeEndedCodes({
  db,
  securityEvents,
}: {
  readonly db: Database;
  readonly securityEvents: SecurityEvents;
}): Promise<void> {
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
