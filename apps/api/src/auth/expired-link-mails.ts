/** One mail per account when a verification link expires unused. */
import { mailTokens, users } from '@nuances/db/schema';
import { and, eq, gt, inArray, isNotNull, isNull, lte, notExists, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Services } from '../context.ts';
import { linkExpiredMail } from '../mail/templates.ts';

/** No mail for a link that expired longer ago: the product was stopped, or was just updated. */
const freshFor = sql`interval '3 days'`;
/** Accounts per transaction. */
const atOnce = 50;

const owner = alias(users, 'owner');
const sentTo = sql`lower(${mailTokens.email})`;

/**
 * Mails accounts whose verification link expired unused, if the address is still unverified here and no other account
 * has verified it. Several instances may run this concurrently: an account's row is locked by one, which records the
 * mail in it.
 */
export async function mailExpiredLinks({ outbox, appUrl }: Services): Promise<void> {
  for (let count = atOnce; count === atOnce;) {
    count = await outbox.transaction(async (transaction) => {
      const due = await transaction
        .select({
          id: users.id,
          username: users.username,
          locale: users.locale,
          to: mailTokens.email,
          sentAt: mailTokens.createdAt,
        })
        .from(users)
        .innerJoin(mailTokens, eq(mailTokens.userId, users.id))
        .where(
          and(
            isNull(users.verifyRemindedAt),
            eq(mailTokens.purpose, 'verify'),
            isNull(mailTokens.usedAt),
            lte(mailTokens.expiresAt, sql`now()`),
            gt(mailTokens.expiresAt, sql`now() - ${freshFor}`),
            or(
              eq(sql`lower(${users.pendingEmail})`, sentTo),
              and(isNull(users.emailVerifiedAt), eq(sql`lower(${users.email})`, sentTo)),
            ),
            notExists(
              transaction
                .select({ id: owner.id })
                .from(owner)
                .where(and(eq(sql`lower(${owner.email})`, sentTo), isNotNull(owner.emailVerifiedAt))),
            ),
          ),
        )
        .limit(atOnce)
        .for('no key update', { of: users, skipLocked: true });
      if (due.length === 0) return 0;
      await transaction
        .update(users)
        .set({ verifyRemindedAt: sql`now()` })
        .where(
          inArray(
            users.id,
            due.map(({ id }) => id),
          ),
        );
      for (const { to, locale, username, sentAt } of due)
        await outbox.enqueue(transaction, linkExpiredMail({ to, locale, username, sentAt, appUrl: appUrl() }));
      return due.length;
    });
  }
}
