import type { Database, Transaction } from '@nuances/db/client';
import { users } from '@nuances/db/schema';
import { AppError } from '@nuances/domain/errors';
import { picked } from '@nuances/domain/thing';
import { clearVersion, firstKeyVersion } from '@nuances/domain/vault/state';
import { eq } from 'drizzle-orm';
import { type KeyState, requireServerKey } from '../vault/key-state.ts';
import type { NoteKeys } from './note-keys.ts';

/** What stores envelopes of version 1. */
export interface EnvelopeServices {
  readonly db: Database;
  readonly noteKeys: NoteKeys;
}

/** The person's sealed note key; null when the account is gone. */
export async function findSealedKey(db: Database | Transaction, userId: string) {
  const [account] = await db
    .select(picked(['id', 'userKeySealed', 'userKeyVersion', 'keyMode', 'keyVersion'], users))
    .from(users)
    .where(eq(users.id, userId));
  return account ?? null;
}

/**
 * An account that had a vault has another note key since. A device or script that heard nothing of it still has the one of before,
 * which nobody else has: what it seals would never open again. Accounts that never had a vault do not pay for it.
 * @param account held until the commit
 * @throws AppError `vaultSealed` in a vault, `vaultChanged` for an envelope of another key
 */
export async function requirePresentKey(
  transaction: Transaction,
  noteKeys: NoteKeys,
  userId: string,
  account: KeyState,
  envelopes: readonly (string | null | undefined)[],
): Promise<void> {
  requireServerKey(account);
  const given = envelopes.flatMap((envelope) => (envelope == null || envelope === '' ? [] : [envelope]));
  if (clearVersion(account) === firstKeyVersion || given.length === 0) return;
  const sealed = await findSealedKey(transaction, userId);
  if (!sealed) throw new AppError('sessionMissing');
  if (!noteKeys.seals(sealed, given)) throw new AppError('vaultChanged');
}
