/** The erasure of an account, as its owner sees it: done at once. `erasures.ts` removes what is left afterwards. */
import { firstUserKeyVersion, newUserKey, sealUserKey } from '@nuances/crypto/seal';
import type { MasterKeys } from '@nuances/crypto/master-key';
import type { Transaction } from '@nuances/db/client';
import {
  backupCodes,
  consents,
  erasedAccounts,
  erasures,
  ledgerEntries,
  mailTokens,
  oneTimeCodes,
  passkeys,
  reminders,
  sessions,
  users,
  vaultSlots,
} from '@nuances/db/schema';
import { fallbackLocale } from '@nuances/domain/locales';
import { firstKeyVersion } from '@nuances/domain/vault/state';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { emptyProfile } from '../profile/queries.ts';
import { clearRunStarter } from './erasures.ts';

/** Every column but those that stay: a new one has to be emptied too. */
type Emptied = Required<Omit<PgUpdateSetSource<typeof users>, 'id' | 'createdAt' | 'erasedAt'>>;

/**
 * The row of an erased account: nothing of the person. The name cannot be one that somebody chose, because of its hyphens,
 * so the old one is free. The new key fits no note.
 */
const emptied = (userId: string, keys: MasterKeys): Emptied => ({
  username: `erased-${userId}`,
  email: '',
  emailVerifiedAt: null,
  emailClaimedAt: sql`now()`,
  pendingEmail: null,
  verifyRemindedAt: sql`now()`,
  role: 'user',
  locale: fallbackLocale,
  lockedAt: sql`now()`,
  passwordHash: null,
  userKeySealed: sealUserKey(keys.current, { userId, keyVersion: firstUserKeyVersion }, newUserKey()),
  userKeyVersion: firstUserKeyVersion,
  keyMode: 'server',
  keyTarget: null,
  keyVersion: firstKeyVersion,
  vaultSince: null,
  vaultManifest: null,
  profileSealed: null,
  profileKeyVersion: firstKeyVersion,
  consentedAt: null,
  writtenAt: null,
  countsUsage: false,
  ...emptyProfile,
});

/**
 * Erases an account whose password is still that one: from the commit on nobody can log in to it, no token and no link
 * of it works, its notes cannot be decrypted, and its name and address are free. Touches few rows, however large the
 * account and the tables are.
 * @returns false when the password was changed meanwhile, or the account is erased already
 */
export async function eraseAccount(
  transaction: Transaction,
  keys: MasterKeys,
  { userId, passwordHash }: { readonly userId: string; readonly passwordHash: string },
): Promise<boolean> {
  const [erased] = await transaction
    .update(users)
    .set({ ...emptied(userId, keys), erasedAt: sql`now()` })
    .where(and(eq(users.id, userId), eq(users.passwordHash, passwordHash), isNull(users.erasedAt)))
    .returning({ id: users.id });
  if (!erased) return false;
  for (const table of [
    sessions,
    oneTimeCodes,
    backupCodes,
    passkeys,
    vaultSlots,
    mailTokens,
    reminders,
    consents,
    ledgerEntries,
  ])
    await transaction.delete(table).where(eq(table.userId, userId));
  await clearRunStarter(transaction, userId);
  // A backup that is restored later still has the account.
  await transaction
    .insert(erasedAccounts)
    .values({ userId, erasedAt: sql`now()` })
    .onConflictDoNothing();
  await transaction
    .insert(erasures)
    .values({ userId, requestedAt: sql`now()`, nextAttemptAt: sql`now()` })
    .onConflictDoNothing();
  return true;
}
