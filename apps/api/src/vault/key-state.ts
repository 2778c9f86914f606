/** How an account's rows are to be stored: read with its row of `users`, which is then held. */
import { users } from '@nuances/db/schema';
import { AppError } from '@nuances/domain/errors';
import { type ContentKey, firstKeyVersion, keyModes, type KeyMode } from '@nuances/domain/vault/state';
import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import { field } from '../fields.ts';

export interface KeyState extends ContentKey {
  /** Whether the server has no key: nothing can be sealed with it. */
  readonly isVault: boolean;
}

/** The columns of {@link KeyState}; in a part of a statement they have the names of the database. */
export const keyStateColumns = {
  keyMode: users.keyMode,
  keyTarget: users.keyTarget,
  keyVersion: users.keyVersion,
  isVault: sql<boolean>`(${users.userKeySealed} is null)`.as('is_vault'),
};

/** The `clearVersion` of the domain in a statement, of the row that {@link keyStateColumns} were selected into. */
export const clearVersionIn = (row: SQL) =>
  sql<number>`${row}.key_version - case when ${row}.key_mode = 'server' or ${row}.key_target = 'server' then 0 else 1 end`;

/** Whether an account has its first note key still: what is sealed without a vault has no other one. */
export const hasFirstKey = (row: SQL) =>
  sql`not ${row}.is_vault and ${clearVersionIn(row)} = ${sql.raw(String(firstKeyVersion))}`;

/** @throws AppError `vaultSealed` where the server has no key that something could be sealed with */
export function requireServerKey({ isVault }: KeyState): void {
  if (isVault) throw new AppError('vaultSealed');
}

/** What answers say of the vault: nothing where there never was one. */
export const keyFields = {
  keyMode: field(
    z.enum(keyModes).optional(),
    'Only for accounts with a vault, or which had one: `vault` when only the devices of the person have the key, `moving` while it changes, `server` afterwards.',
    'vault',
  ),
  keyVersion: field(z.int().optional(), 'With `keyMode`: the number of the key of the content.', 2),
};

/** {@link keyFields} of an account. */
export function keyFieldsOf({ keyMode, keyVersion }: Pick<KeyState, 'keyMode' | 'keyVersion'>): {
  keyMode?: KeyMode;
  keyVersion?: number;
} {
  return keyVersion === firstKeyVersion ? {} : { keyMode, keyVersion };
}
