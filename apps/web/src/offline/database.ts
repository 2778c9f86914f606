import type { VaultKeys } from '@nuances/crypto/vault/account-key';
import type { SlotKind } from '@nuances/crypto/vault/slot';
import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB, type StoreNames, unwrap } from 'idb';
import type { OutboxItem, PendingScan } from './outbox-items.ts';
import { endAllOnLeave, endOnLeave, pageRuns } from './page-leave.ts';

/** The note key of an account, non-extractable. */
export interface StoredKey {
  readonly owner: string;
  readonly key: CryptoKey;
  /** A hash of the key, by which another one is told from it; keys of earlier versions have none. */
  readonly print?: string;
  /** Those of before a vault that was made and ended elsewhere: only this device can open what they sealed here. */
  readonly former?: readonly { readonly print: string; readonly key: CryptoKey }[];
}

/** Unsaved text: of the note editor, of tags, of a quiz. Sealed with the device key of its account. */
export interface StoredDraft {
  /** Owner and edited note, see `note-store/stored-drafts.ts`. */
  readonly id: string;
  /** The editor of a note that wrote it; absent of others, and of earlier versions. */
  readonly editor?: string | undefined;
  readonly owner: string;
  /** Envelope. */
  readonly sealed: string;
  /** Milliseconds since 1970. */
  readonly keptAt: number;
}

/** Data of an account as the server answered it, sealed with the device key, for reading offline. */
export interface StoredCopy {
  readonly owner: string;
  /** Name of the copy, see `device-copy`. */
  readonly name: string;
  /** Envelope. */
  readonly sealed: string;
}

/** A way to open a vault, as the server stores it: a key that only its secret unwraps. */
export interface StoredSlot {
  readonly id: string;
  readonly kind: SlotKind;
  /** Version of the account key that it wraps; an older one than the account's opens nothing. */
  readonly keyVersion: number;
  readonly parameters: string;
  readonly wrapped: string;
  /** Of a passkey; empty for the others. */
  readonly name: string;
  /** ISO times. */
  readonly createdAt: string;
  readonly usedAt: string | null;
}

/** The keys of one version of an account key, while the vault is open. None can be extracted. */
export interface StoredVaultKeys {
  readonly keyVersion: number;
  readonly keys: VaultKeys;
  /** Eight words. */
  readonly fingerprint: readonly string[];
}

/** A move that a device asked for. */
export interface BegunMove {
  readonly keyVersion: number;
  readonly target: 'vault' | 'server';
  /** Of the new key: another device may have begun at the same time, with others. */
  readonly slotIds: readonly string[];
  /** The new keys; null in a move to the server, and while the vault is closed. */
  readonly keys: StoredVaultKeys | null;
}

/** What a device knows of the vault of an account. */
export interface StoredVault {
  readonly owner: string;
  readonly mode: 'none' | 'moving' | 'vault';
  /** Where a move goes; null without one. */
  readonly target: 'vault' | 'server' | null;
  readonly keyVersion: number;
  /** ISO time since which there is a vault; null without one. */
  readonly since: string | null;
  readonly slots: readonly StoredSlot[];
  /** Empty while the vault is closed. */
  readonly opened: readonly StoredVaultKeys[];
  /** A move that this device asked for, or is about to: the server cannot make it up. Null without one. */
  readonly begun: BegunMove | null;
  /** The manifest of the rows that this device has last seen or written, signed; null for none. */
  readonly counted: string | null;
  /** Version of the key under which rows were found missing, until they are back or accepted; absent or null: none. */
  readonly missing?: number | null | undefined;
  /** Ids of passphrases and codes that others took the place of, the latest last; absent for none. */
  readonly replaced?: readonly string[] | undefined;
  /**
   * Ways to keys of before a renewal, which the server has no more, while something here may be sealed with such a key; absent
   * for none.
   */
  readonly former?: readonly StoredSlot[] | undefined;
  /** The server ended the session, and the vault was not opened since; absent or false: no. */
  readonly isLeft?: boolean | undefined;
}

/** Version 1 had scans only. */
type ScanOfVersion1 = Omit<PendingScan, 'kind' | 'refusal'> & { readonly failed: boolean };

interface Schema extends DBSchema {
  outbox: { key: string; value: OutboxItem };
  keys: { key: string; value: StoredKey };
  drafts: { key: string; value: StoredDraft };
  copies: { key: [owner: string, name: string]; value: StoredCopy };
  vaults: { key: string; value: StoredVault };
  /** Removed in version 2, whose upgrade moves the content to `outbox`. */
  scans: { key: string; value: ScanOfVersion1 };
}

function asItem({ failed, ...scan }: ScanOfVersion1): PendingScan {
  return { ...scan, kind: 'scan', refusal: failed ? { code: 'server', fields: {} } : null };
}

let opening: Promise<IDBPDatabase<Schema>> | undefined;

/** The device's database; rejects where the browser stores nothing (some private windows). */
export async function deviceDatabase(): Promise<IDBPDatabase<Schema>> {
  await pageRuns();
  opening ??= openDB<Schema>('nuances', 4, {
    async upgrade(database, oldVersion, _newVersion, transaction) {
      endOnLeave(unwrap(transaction));
      // Who opens the database hears of it.
      transaction.done.catch(() => undefined);
      database.createObjectStore('vaults', { keyPath: 'owner' });
      if (oldVersion >= 3) return;
      database.createObjectStore('copies', { keyPath: ['owner', 'name'] });
      if (oldVersion >= 2) return;
      const outbox = database.createObjectStore('outbox', { keyPath: 'id' });
      database.createObjectStore('keys', { keyPath: 'owner' });
      database.createObjectStore('drafts', { keyPath: 'id' });
      if (oldVersion < 1) return;
      const scans = await transaction.objectStore('scans').getAll();
      await Promise.all(scans.map((scan) => outbox.put(asItem(scan))));
      database.deleteObjectStore('scans');
    },
    blocking(_current, _blocked, event) {
      // Another tab runs a newer version, which needs this connection closed. The next call opens a new one.
      if (event.target instanceof IDBDatabase) event.target.close();
      opening = undefined;
    },
    terminated() {
      opening = undefined;
    },
  }).then(
    (database) => {
      endAllOnLeave(unwrap(database));
      return database;
    },
    (error: unknown) => {
      opening = undefined;
      throw error;
    },
  );
  return opening;
}

/**
 * A transaction over one store. Its rejection is handled here as well: when the browser clears all storage, it aborts
 * the transaction, and code that only reads does not wait for its end.
 */
export async function transactionOf<Name extends StoreNames<Schema>, Mode extends IDBTransactionMode = 'readonly'>(
  name: Name,
  mode?: Mode,
): Promise<IDBPTransaction<Schema, [Name], Mode>> {
  const transaction = (await deviceDatabase()).transaction(name, mode);
  transaction.done.catch(() => undefined);
  return transaction;
}

/**
 * Commits a transaction that gets no more requests, and waits for its end. The browser ends it then also when the page is left
 * meanwhile.
 */
export function committed(transaction: Pick<IDBPTransaction, 'commit' | 'done'>): Promise<void> {
  transaction.commit();
  return transaction.done;
}

/** Deletes the copies of an account: the server has what they hold, and deleting needs no room. */
export async function makeRoom(owner: string): Promise<void> {
  const { store, done } = await transactionOf('copies', 'readwrite');
  await Promise.all([store.delete(IDBKeyRange.bound([owner, ''], [owner, '\uFFFF'])), done]);
}

/**
 * Writes what only this device has: on a full disk once more, in the room of the account's copies; once more, too, in a page that
 * was left meanwhile and is shown again.
 */
export async function writeFirst(owner: string, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    const name = error instanceof DOMException ? error.name : '';
    if (name !== 'QuotaExceededError' && name !== 'AbortError') throw error;
    if (name === 'QuotaExceededError') await makeRoom(owner);
    await write();
  }
}
