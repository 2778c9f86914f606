import type { Database, Transaction } from '@nuances/db/client';
import { defaultsOf, someColumnsOf } from '@nuances/db/field-columns';
import { prepareOnce } from '@nuances/db/prepared';
import { users } from '@nuances/db/schema';
import { AppError } from '@nuances/domain/errors';
import type { Locale } from '@nuances/domain/locales';
import { ownProfileFields, profileFields, type ProfileInput } from '@nuances/domain/profile/fields';
import { picked, rowOf } from '@nuances/domain/thing';
import { eq, type SQL } from 'drizzle-orm';
import { callerColumns, readingCaller, sessionOf } from '../auth/caller.ts';
import type { SessionClaim } from '../auth/sessions.ts';
import type { Context } from '../context.ts';
import { clearVersion, firstKeyVersion } from '@nuances/domain/vault/state';
import { keyFieldsOf, keyStateColumns, requireServerKey } from '../vault/key-state.ts';
import type { ProfileOutput } from './answer.ts';

/** The language of the interface, of mails, and of answers to requests that name none. */
export async function setLanguage(db: Database, userId: string, locale: Locale): Promise<void> {
  await db.update(users).set({ locale }).where(eq(users.id, userId));
}

/** The columns of a profile of which nothing was given. */
export const emptyProfile = rowOf(ownProfileFields, defaultsOf(someColumnsOf(users, ownProfileFields)));

const profileColumns = {
  username: users.username,
  ...someColumnsOf(users, profileFields),
  ...picked(['emailVerifiedAt', 'pendingEmail', 'role', 'keyMode', 'keyVersion'], users),
  ...picked(['profileSealed', 'profileKeyVersion'], users),
  language: users.locale,
};

const profileColumnsOf = (userId: string, db: Database | Transaction) =>
  db.select(profileColumns).from(users).where(eq(users.id, userId));

function answerOf(row: Awaited<ReturnType<typeof profileColumnsOf>>[number]): ProfileOutput {
  const { emailVerifiedAt, keyMode, keyVersion, profileSealed, profileKeyVersion, ...rest } = row;
  return {
    ...rest,
    ...keyFieldsOf({ keyMode, keyVersion }),
    ...(keyVersion !== firstKeyVersion && { profileSealed, profileKeyVersion }),
    email: row.pendingEmail ?? row.email ?? '',
    isVerified: row.pendingEmail === null && emailVerifiedAt !== null,
    dateOfBirth: row.dateOfBirth === null ? null : `${row.dateOfBirth}T00:00:00.000Z`,
  };
}

/** A profile as its owner reads it; null when the account is gone. */
export async function findProfile(db: Database | Transaction, userId: string): Promise<ProfileOutput | null> {
  const [row] = await profileColumnsOf(userId, db);
  return row ? answerOf(row) : null;
}

const selectOwnProfile = prepareOnce((db) => {
  const caller = readingCaller(db);
  return db
    .with(caller)
    .select({ caller: callerColumns(caller), profile: profileColumns })
    .from(caller)
    .innerJoin(users, eq(users.id, caller.userId))
    .prepare('select_own_profile');
});

/**
 * The caller's own profile.
 * @throws AppError `sessionMissing`
 */
export async function readOwnProfile(context: Context, claim: SessionClaim): Promise<ProfileOutput> {
  const [row] = await selectOwnProfile(context.services.db).execute({ ...claim });
  context.settle(sessionOf(claim, row?.caller));
  if (!row) throw new AppError('sessionMissing');
  return answerOf(row.profile);
}

/** What a change of the address sets beside the fields of the form. */
export interface AddressChange {
  readonly email?: string;
  readonly pendingEmail?: string | null;
  /** When the account claimed `email`, unverified. */
  readonly emailClaimedAt?: SQL;
}

/**
 * Stores the fields of the form; a missing optional one keeps its value, and what is no field never reaches the database. The
 * account's row is held.
 * @throws AppError `vaultSealed` where the vault has sealed the profile
 */
export async function storeProfile(transaction: Transaction, userId: string, form: ProfileInput): Promise<void> {
  const [account] = await transaction
    .select({ ...keyStateColumns, profileSealed: users.profileSealed })
    .from(users)
    .where(eq(users.id, userId));
  if (!account) return;
  requireServerKey(account);
  // Once a vault has sealed it, fields that are not sent could not be kept.
  if (account.profileSealed !== null) throw new AppError('vaultSealed');
  await transaction
    .update(users)
    .set({ ...rowOf(ownProfileFields, form), profileKeyVersion: clearVersion(account) })
    .where(eq(users.id, userId));
}

/** Stores what a change of the address sets. */
export async function storeAddress(transaction: Transaction, userId: string, address: AddressChange): Promise<void> {
  await transaction.update(users).set(address).where(eq(users.id, userId));
}
