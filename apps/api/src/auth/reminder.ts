/** One mail to whoever let the link to their address run out; never a second one. */
import { mailTokens, users } from '@nuances/db/schema';
import { and, eq, gt, inArray, isNotNull, isNull, lte, notExists, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Services } from '../context.ts';
import { linkExpiredMail } from '../mail/templates.ts';

/** A link that has been over for longer reminds of nothing any more: the product was off, or it is new here. */
const freshFor = sql`interval '3 days'`;
/** Accounts in one transaction. */
const atOnce = 50;

const owner = alias(users, 'owner');
const sentTo = sql`lower(${mailTokens.email})`;

/**
 * Mails those whose verification link ran out unused while its address still waits to be proven here
 * and nobody else has proven it. Several instances may do this at once: an account's row is taken by
 * one, and says so from then on.
 */
export async function remindOfExpiredLinks({ db, outbox, appUrl }: Services): Promise<void> {
  for (let count = atOnce; count === atOnce;) {
    count = await db.transaction(async (transaction) => {
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
  outbox.wake();
}
