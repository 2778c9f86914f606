import type { Transaction } from '@nuances/db/client';
import type { Locale } from '@nuances/domain/locales';
import type { Services } from '../context.ts';
import { alreadyAccountMail, verifyMail, verifyNewMail } from '../mail/templates.ts';
import { addLink } from './links.ts';
import { ownerOfEmail } from './queries.ts';

/**
 * Mails a link that proves an address, in the transaction of what made it necessary. When another
 * account has proven the address, its owner gets a mail that they have one, instead: a link could prove
 * nothing, and the answer to the caller is the same.
 * @param replaces whether the address will replace one that stays in use until then
 * @param isOwner whether the account's owner asks while signed in
 * @returns whether a mail goes out: none does over the limit of link mails
 */
export async function mailVerification(
  services: Pick<Services, 'outbox' | 'appUrl' | 'linkMailLimit'>,
  transaction: Transaction,
  account: { readonly id: string; readonly username: string; readonly locale: Locale },
  to: string,
  { replaces, isOwner }: { readonly replaces: boolean; readonly isOwner: boolean },
): Promise<boolean> {
  // The mail to an owner replaces a link, so it counts as one: otherwise it could be used to flood a mailbox.
  if (!(await services.linkMailLimit.admit(transaction, 'verify', { userId: account.id, address: to, isOwner })))
    return false;
  const appUrl = services.appUrl();
  const owner = await ownerOfEmail(transaction, to);
  if (owner) {
    await services.outbox.enqueue(transaction, alreadyAccountMail({ to, locale: owner.locale, appUrl }));
    return true;
  }
  const token = await addLink(transaction, account.id, { purpose: 'verify', email: to });
  const disownToken = await addLink(transaction, account.id, { purpose: 'disown', email: to });
  const { username, locale } = account;
  const write = replaces ? verifyNewMail : verifyMail;
  await services.outbox.enqueue(transaction, write({ to, locale, username, token, disownToken, appUrl }));
  return true;
}
