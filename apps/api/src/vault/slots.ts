/** The ways to open a vault, and their changes. */
import type { Transaction } from '@nuances/db/client';
import { vaultSlots } from '@nuances/db/schema';
import { AppError } from '@nuances/domain/errors';
import { limits } from '@nuances/domain/limits';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { recordDecision } from '../account/ledger-entries.ts';
import type { SecurityChange } from '../mail/templates.ts';
import { now, type VaultAccount } from './account.ts';
import type { NewSlot } from './vault-fields.ts';

const ownSlot = (userId: string, id: string) => and(eq(vaultSlots.userId, userId), eq(vaultSlots.id, id));

/**
 * Stores slots of a key.
 * @throws AppError `badRequest` for an id that the account has already, `quotaReached` for too many
 */
export async function storeSlots(
  transaction: Transaction,
  userId: string,
  keyVersion: number,
  slots: readonly NewSlot[],
): Promise<void> {
  const added = await transaction
    .insert(vaultSlots)
    .values(slots.map((slot) => ({ ...slot, userId, keyVersion, createdAt: now })))
    .onConflictDoNothing()
    .returning({ id: vaultSlots.id });
  if (added.length < slots.length) throw new AppError('badRequest');
  const ofKey = and(eq(vaultSlots.userId, userId), eq(vaultSlots.keyVersion, keyVersion));
  if ((await transaction.$count(vaultSlots, ofKey)) > limits.vault.slots) throw new AppError('quotaReached');
}

/** A former way to open the vault is gone for good: no backup brings it back silently. */
const recordRemoval = (transaction: Transaction, userId: string) =>
  recordDecision(transaction, { userId, subject: 'slots', value: 'changed' });

/** Adds a passkey. @throws AppError `badRequest` for another kind, which is only replaced */
export async function addSlot(
  transaction: Transaction,
  userId: string,
  { keyVersion }: VaultAccount,
  slot: NewSlot,
): Promise<SecurityChange> {
  if (slot.kind !== 'passkey') throw new AppError('badRequest');
  await storeSlots(transaction, userId, keyVersion, [slot]);
  return { passkey: 'vaultKeyAdded', name: slot.name };
}

/** @throws AppError `notFound`, `vaultSlotLast` for what is no passkey: there is one passphrase, and one recovery code */
export async function removeSlot(transaction: Transaction, userId: string, id: string): Promise<SecurityChange> {
  const [slot] = await transaction
    .delete(vaultSlots)
    .where(ownSlot(userId, id))
    .returning({ kind: vaultSlots.kind, name: vaultSlots.name });
  if (!slot) throw new AppError('notFound');
  if (slot.kind !== 'passkey') throw new AppError('vaultSlotLast');
  await recordRemoval(transaction, userId);
  return { passkey: 'vaultKeyRemoved', name: slot.name };
}

/** Puts a slot in the place of one of its kind and key. @throws AppError `notFound`, `badRequest` for another kind */
export async function replaceSlot(
  transaction: Transaction,
  userId: string,
  { keyVersion }: VaultAccount,
  { id, slot }: { readonly id: string; readonly slot: NewSlot },
): Promise<SecurityChange> {
  const [former] = await transaction
    .delete(vaultSlots)
    .where(and(ownSlot(userId, id), eq(vaultSlots.keyVersion, keyVersion)))
    .returning({ kind: vaultSlots.kind });
  if (!former) throw new AppError('notFound');
  if (former.kind !== slot.kind) throw new AppError('badRequest');
  await storeSlots(transaction, userId, keyVersion, [slot]);
  await recordRemoval(transaction, userId);
  if (slot.kind === 'passkey') return { passkey: 'vaultKeyAdded', name: slot.name };
  return slot.kind === 'passphrase' ? 'vaultPhrase' : 'vaultCode';
}

/** Gives a slot another name, or the time of its use. @throws AppError `notFound` */
export async function setSlot(
  transaction: Transaction,
  userId: string,
  id: string,
  values: { readonly name: string } | { readonly usedAt: SQL },
): Promise<void> {
  const set = await transaction
    .update(vaultSlots)
    .set(values)
    .where(ownSlot(userId, id))
    .returning({ id: vaultSlots.id });
  if (set.length === 0) throw new AppError('notFound');
}

/** Removes the slots of a passkey that logs in no longer. */
export async function removeSlotsOfPasskey(
  transaction: Transaction,
  userId: string,
  credentialId: string,
): Promise<void> {
  await transaction
    .delete(vaultSlots)
    .where(
      and(
        eq(vaultSlots.userId, userId),
        eq(vaultSlots.kind, 'passkey'),
        sql`starts_with(${vaultSlots.parameters}, ${`${credentialId}.`}::text)`,
      ),
    );
}
