import type { Transaction } from '@nuances/db/client';
import type { Services } from '../context.ts';
import { type SecurityChange, securityMail } from '../mail/templates.ts';
import type { lockAccount } from './queries.ts';

/** Mails a notice of a change in its transaction, one of the outbox. */
export async function enqueueNotice(
  { outbox }: Pick<Services, 'outbox'>,
  transaction: Transaction,
  change: SecurityChange,
  { email: to, username, locale }: Awaited<ReturnType<typeof lockAccount>>,
): Promise<void> {
  if (to === null) return;
  await outbox.enqueue(transaction, securityMail(change, { to, username, locale, at: new Date() }));
}
