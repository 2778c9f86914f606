import type { Transaction } from '@nuances/db/client';
import type { Services } from '../context.ts';
import type { LockedUser } from '../database/lock-user.ts';
import { type SecurityChange, securityMail } from '../mail/templates.ts';

/** Mails a notice of a change in its transaction, one of the outbox. */
export async function enqueueNotice(
  { outbox }: Pick<Services, 'outbox'>,
  transaction: Transaction,
  change: SecurityChange,
  { email: to, username, locale }: Pick<LockedUser, 'email' | 'username' | 'locale'>,
): Promise<void> {
  if (to === null) return;
  await outbox.enqueue(transaction, securityMail(change, { to, username, locale, at: new Date() }));
}
