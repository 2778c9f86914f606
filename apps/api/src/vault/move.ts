/** Turning a vault on or off, renewing its key, beginning anew: moves of all content from one key to another. */
import { newUserKey, sealUserKey } from '@nuances/crypto/seal';
import type { MasterKeys } from '@nuances/crypto/master-key';
import type { Transaction } from '@nuances/db/client';
import { moods, notes, scans, vaultSlots } from '@nuances/db/schema';
import { AppError } from '@nuances/domain/errors';
import type { KeyTarget } from '@nuances/domain/vault/state';
import { and, eq, isNotNull, lt } from 'drizzle-orm';
import { eraseBatchSize } from '../account/erase-part.ts';
import { ledgerMoment, recordDecision } from '../account/ledger-entries.ts';
import type { VaultChange } from '../mail/templates.ts';
import { deleteNotes, unlinkNotes } from '../notes/queries.ts';
import { emptyProfile } from '../profile/queries.ts';
import { leftRows, now, setAccount, slotsOf, type VaultAccount } from './account.ts';
import { storeSlots } from './slots.ts';
import type { NewSlot } from './vault-fields.ts';

/** What a device asks for. */
export interface Beginning {
  readonly to: KeyTarget;
  /** The key version that it knows. */
  readonly keyVersion: number;
  readonly slots: readonly NewSlot[];
}

/** A passphrase and a recovery code, one of each, and no way to the server's key. */
function requireSlots({ to, slots }: Beginning): void {
  const countOf = (kind: NewSlot['kind']) => slots.filter((slot) => slot.kind === kind).length;
  const isWhole = to === 'server' ? slots.length === 0 : countOf('passphrase') === 1 && countOf('recovery') === 1;
  if (!isWhole) throw new AppError('badRequest');
}

/** Whether the move that goes on is the one of this call: its answer was lost. */
async function isSame(transaction: Transaction, userId: string, account: VaultAccount, beginning: Beginning) {
  if (account.keyTarget !== beginning.to || account.keyVersion !== beginning.keyVersion + 1) return false;
  const stored = new Set((await slotsOf(transaction, userId)).map(({ wrapped }) => wrapped));
  return beginning.slots.every(({ wrapped }) => stored.has(wrapped));
}

const freshKey = (keys: MasterKeys, userId: string, keyVersion: number) =>
  sealUserKey(keys.current, { userId, keyVersion }, newUserKey());

/**
 * Begins a move to the next key version.
 * @param account its row is held for update
 * @returns what the notice tells; null when this call had begun it already
 * @throws AppError `vaultChanged` when the account has another version, or moves already; `badRequest` for its slots
 */
export async function beginMove(
  transaction: Transaction,
  keys: MasterKeys,
  { userId, account, beginning }: { userId: string; account: VaultAccount; beginning: Beginning },
): Promise<VaultChange | null> {
  requireSlots(beginning);
  const { to, slots } = beginning;
  const wasVault = account.keyMode === 'vault';
  if (account.keyMode === 'moving' && (await isSame(transaction, userId, account, beginning))) return null;
  const isPossible = account.keyMode !== 'moving' && account.keyVersion === beginning.keyVersion;
  if (!isPossible || (to === 'server' && !wasVault)) throw new AppError('vaultChanged');
  const keyVersion = account.keyVersion + 1;
  await setAccount(transaction, userId, {
    keyMode: 'moving',
    keyTarget: to,
    keyVersion,
    ...(to === 'server' && { userKeySealed: freshKey(keys, userId, account.userKeyVersion) }),
  });
  if (slots.length > 0) await storeSlots(transaction, userId, keyVersion, slots);
  if (to === 'server') return 'vaultOff';
  return wasVault ? 'vaultRenewed' : 'vaultOn';
}

/**
 * Ends a move, if no row of a former key is left: then the server's copy of that key is deleted, or the slots of the vault's.
 * @param account its row is held for update
 * @returns whether it is ended
 * @throws AppError `vaultChanged` for another version
 */
export async function finishMove(
  transaction: Transaction,
  userId: string,
  account: VaultAccount,
  keyVersion: number,
): Promise<boolean> {
  if (account.keyVersion !== keyVersion) throw new AppError('vaultChanged');
  if (account.keyMode !== 'moving') return true;
  const left = await leftRows(transaction, userId, account);
  if (left.notes + left.scans + left.moods + left.profile > 0) return false;
  const isVault = account.keyTarget === 'vault';
  const former = isVault ? lt(vaultSlots.keyVersion, keyVersion) : undefined;
  await transaction.delete(vaultSlots).where(and(eq(vaultSlots.userId, userId), former));
  await setAccount(transaction, userId, {
    keyMode: isVault ? 'vault' : 'server',
    keyTarget: null,
    ...(isVault
      ? { userKeySealed: null, ...emptyProfile, ...(account.since === null && { vaultSince: new Date() }) }
      : // The manifest stays: by it, other devices learn that one of them ended the vault.
        { vaultSince: null, profileSealed: null }),
  });
  await recordDecision(transaction, { userId, subject: 'vault', value: String(keyVersion) });
  return true;
}

/**
 * The scans, notes and moods that only the vault opens, deleted; a note that stays loses its link to a scan that does not. Deletions
 * of notes are remembered for a while: of one that a device brings back, the others must see a change.
 */
async function eraseSealed(transaction: Transaction, userId: string): Promise<void> {
  await transaction.delete(moods).where(and(eq(moods.userId, userId), isNotNull(moods.sealed)));
  const sealedNotes = await transaction
    .select({ id: notes.id })
    .from(notes)
    .where(and(eq(notes.userId, userId), isNotNull(notes.sealed)));
  const ids = sealedNotes.map(({ id }) => id);
  for (let at = 0; at < ids.length; at += eraseBatchSize)
    await deleteNotes(transaction, userId, ids.slice(at, at + eraseBatchSize));
  const sealedScans = and(eq(scans.userId, userId), isNotNull(scans.sealed));
  const gone = transaction.select({ id: scans.id }).from(scans).where(sealedScans);
  await unlinkNotes(transaction, userId, gone);
  await transaction.delete(scans).where(sealedScans);
}

/**
 * Erases what only the vault opens, for ever, and leaves the account with a key of the server: its own while the content was
 * on its way into the vault, else a fresh one.
 * @param account its row is held for update
 * @throws AppError `vaultChanged` for an account without a vault
 */
export async function beginAnew(
  transaction: Transaction,
  keys: MasterKeys,
  userId: string,
  account: VaultAccount,
): Promise<void> {
  if (account.keyMode === 'server') throw new AppError('vaultChanged');
  await eraseSealed(transaction, userId);
  const keyVersion = account.keyVersion + 1;
  for (const table of [moods, notes])
    await transaction.update(table).set({ keyVersion }).where(eq(table.userId, userId));
  await transaction.update(scans).set({ keyVersion, arrivedClear: false }).where(eq(scans.userId, userId));
  await transaction.delete(vaultSlots).where(eq(vaultSlots.userId, userId));
  await setAccount(transaction, userId, {
    keyMode: 'server',
    keyTarget: null,
    keyVersion,
    userKeySealed: account.userKeySealed ?? freshKey(keys, userId, account.userKeyVersion),
    vaultSince: null,
    vaultManifest: null,
    profileSealed: null,
    profileKeyVersion: keyVersion,
  });
  await recordDecision(transaction, { userId, subject: 'vault', value: String(keyVersion) });
  // While the content moved into or out of a vault, some of it stays: a restore could not tell which.
  if (account.userKeySealed === null)
    for (const subject of ['notes', 'scans', 'moods'] as const)
      await recordDecision(transaction, { userId, subject, value: ledgerMoment(now) });
}
