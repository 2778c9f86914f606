/** The vault of an account in its row of `users`, which every change holds first. */
import type { Database, Transaction } from '@nuances/db/client';
import { someColumnsOf } from '@nuances/db/field-columns';
import { moods, notes, scans, users, vaultSlots } from '@nuances/db/schema';
import { AppError } from '@nuances/domain/errors';
import { ownProfileFields } from '@nuances/domain/profile/fields';
import { picked } from '@nuances/domain/thing';
import { sealsInVault } from '@nuances/domain/vault/state';
import { and, asc, eq, isNull, ne, sql } from 'drizzle-orm';
import { keyStateColumns, type KeyState } from './key-state.ts';
import type { LeftRows, VaultState } from './vault-fields.ts';

/** Another one after each change of the readable profile. */
const profileStamp = sql<string>`encode(sha256(convert_to(jsonb_build_array(${sql.join(
  Object.values(someColumnsOf(users, ownProfileFields)).map((column) => sql`${column}`),
  sql`, `,
)})::text, 'UTF8')), 'hex')`;

const accountColumns = {
  ...keyStateColumns,
  // For the notice of a change.
  ...picked(['username', 'email', 'locale'], users),
  ...picked(['passwordHash', 'profileSealed', 'profileKeyVersion', 'userKeySealed', 'userKeyVersion'], users),
  since: users.vaultSince,
  manifest: users.vaultManifest,
  profileStamp,
};

const accountOf = (db: Database | Transaction, userId: string) =>
  db
    .select(accountColumns)
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.erasedAt)));

export type VaultAccount = Awaited<ReturnType<typeof lockVault>>;

/**
 * Holds the account's row.
 * @param strength `update` for a change of the key: it waits for all that is being stored, and that waits for it
 * @throws AppError `sessionMissing` for an account that is gone
 */
export async function lockVault(transaction: Transaction, userId: string, strength: 'update' | 'no key update') {
  const [account] = await accountOf(transaction, userId).for(strength);
  if (!account) throw new AppError('sessionMissing');
  return account;
}

/**
 * What a device wants to store must be sealed with the account's key.
 * @throws AppError `vaultChanged`
 */
export function requireVaultKey(account: KeyState, sealedWith: number): void {
  if (!sealsInVault(account) || account.keyVersion !== sealedWith) throw new AppError('vaultChanged');
}

/** The ways to open the vault, the oldest first. */
export function slotsOf(db: Database | Transaction, userId: string) {
  return db
    .select(picked(['id', 'kind', 'keyVersion', 'parameters', 'wrapped', 'name', 'createdAt', 'usedAt'], vaultSlots))
    .from(vaultSlots)
    .where(eq(vaultSlots.userId, userId))
    .orderBy(asc(vaultSlots.createdAt), asc(vaultSlots.id));
}

/** How many rows have another key version than the account. */
export async function leftRows(
  db: Database | Transaction,
  userId: string,
  { keyMode, keyVersion, profileKeyVersion }: Pick<VaultAccount, 'keyMode' | 'keyVersion' | 'profileKeyVersion'>,
): Promise<LeftRows> {
  if (keyMode === 'server') return { notes: 0, scans: 0, moods: 0, profile: 0 };
  return {
    notes: await db.$count(notes, and(eq(notes.userId, userId), ne(notes.keyVersion, keyVersion))),
    scans: await db.$count(scans, and(eq(scans.userId, userId), ne(scans.keyVersion, keyVersion))),
    moods: await db.$count(moods, and(eq(moods.userId, userId), ne(moods.keyVersion, keyVersion))),
    profile: profileKeyVersion === keyVersion ? 0 : 1,
  };
}

/**
 * All that a device has to know of the vault but its rows.
 * @throws AppError `sessionMissing` for an account that is gone
 */
export async function readVault(db: Database | Transaction, userId: string): Promise<VaultState> {
  const [account] = await accountOf(db, userId);
  if (!account) throw new AppError('sessionMissing');
  const { profileSealed, profileKeyVersion, profileStamp: stamp } = account;
  return {
    ...picked(['keyMode', 'keyTarget', 'keyVersion', 'since', 'manifest'], account),
    profile: { sealed: profileSealed, keyVersion: profileKeyVersion },
    profileStamp: profileSealed === null ? stamp : null,
    slots: await slotsOf(db, userId),
    left: await leftRows(db, userId, account),
  };
}

/** Sets columns of the account's row, which is held. */
export async function setAccount(
  transaction: Transaction,
  userId: string,
  values: Partial<typeof users.$inferInsert>,
): Promise<void> {
  await transaction.update(users).set(values).where(eq(users.id, userId));
}

/** The time of the database. */
export const now = sql`now()`;
