import type { MasterKeys } from '@nuances/crypto/master-key';
import type { Database, Transaction } from '@nuances/db/client';
import { users } from '@nuances/db/schema';
import type { Locale } from '@nuances/domain/locales';
import { enqueueMail } from '../mail/outbox.ts';
import { noticeMail } from '../mail/templates.ts';

/** What a command that tells an account of itself works with. */
export interface NoticeParts {
  readonly db: Database;
  readonly masterKeys: MasterKeys;
}

export const noticeColumns = { id: users.id, username: users.username, email: users.email, locale: users.locale };

/** Mails a notice in the transaction of its cause, if the account has an address. */
export async function mailNotice(
  transaction: Transaction,
  masterKeys: MasterKeys,
  words: Parameters<typeof noticeMail>[0],
  { email, username, locale }: { readonly email: string | null; readonly username: string; readonly locale: Locale },
): Promise<void> {
  if (email === null) return;
  await enqueueMail(transaction, masterKeys, noticeMail(words, { to: email, username, locale, at: new Date() }));
}
