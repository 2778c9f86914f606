import { backupCodes, oneTimeCodes } from '@nuances/db/schema';
import { readCode } from '@nuances/domain/second-factor';
import { and, eq, isNull, lt, or, sql } from 'drizzle-orm';
import { recordDecision } from '../account/ledger-entries.ts';
import type { Services } from '../context.ts';
import { isAsked } from './asked-codes.ts';
import { hashBackupCode, openSecret, periodOf } from './secret.ts';

/** Whose codes these are. */
export interface CodeOwner {
  readonly userId: string;
  readonly secretSealed: string;
}

type Parts = Pick<Services, 'db' | 'masterKeys' | 'clock'>;

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
