/** Which one-time codes a login asks for. */
import type { Database, Transaction } from '@nuances/db/client';
import { oneTimeCodes } from '@nuances/db/schema';
import { and, eq, gt, isNotNull, isNull, or, sql } from 'drizzle-orm';

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
