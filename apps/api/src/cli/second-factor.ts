import { oneTimeCodes, users } from '@nuances/db/schema';
import { lifetimes } from '@nuances/domain/limits';
import { and, eq } from 'drizzle-orm';
import { hasName } from '../auth/queries.ts';
import { secondsFromNow } from '../database/seconds-from-now.ts';
import { enqueueMail } from '../mail/outbox.ts';
import { securityMail } from '../mail/templates.ts';
import { isAsked } from '../security/asked-codes.ts';
import { noticeColumns, type NoticeParts } from './notices.ts';

/**
 * Announces the end of an account's one-time codes, in a day, and mails a notice. A second time changes nothing.
 * @param username in any case
 * @returns null when no account has it; `endsAt` is null for an account without codes
 */
export function announceCodesEnd({ db, masterKeys }: NoticeParts, username: string) {
  return db.transaction(async (transaction) => {
    const [account] = await transaction.select(noticeColumns).from(users).where(hasName(username)).for('no key update');
    if (!account) return null;
    const isOwn = and(eq(oneTimeCodes.userId, account.id), isAsked);
    const [codes] = await transaction
      .select({ endsAt: oneTimeCodes.endsAt })
      .from(oneTimeCodes)
      .where(isOwn)
      .for('update');
    if (!codes || codes.endsAt) return { ...account, endsAt: codes?.endsAt ?? null };
    const [announced] = await transaction
      .update(oneTimeCodes)
      .set({ endsAt: secondsFromNow(lifetimes.codesEndDelayS) })
      .where(isOwn)
      .returning({ endsAt: oneTimeCodes.endsAt });
    const { email: to, username: name, locale } = account;
    if (to !== null)
      await enqueueMail(
        transaction,
        masterKeys,
        securityMail('codesEnded', { to, username: name, locale, at: new Date() }),
      );
    return { ...account, endsAt: announced?.endsAt ?? null };
  });
}
