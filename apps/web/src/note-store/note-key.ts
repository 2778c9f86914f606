import { importNoteKey } from '@nuances/crypto/note-envelope';
import { deviceDatabase, transactionOf, type StoredKey } from '../offline/database.ts';
import { currentSession } from '../session/session-store.ts';
import { storage } from '../browser/local-storage.ts';
import { keyMark } from './key-mark.ts';

/** The key in the memory of this page. */
let cached: StoredKey | null = null;
/** Rises when the keys are deleted: what was read or asked for before must not be stored after it. */
let deletions = 0;

/** Whether this page can encrypt at all: browsers give Web Crypto to https and to loopback addresses only. */
export function canEncrypt(): boolean {
  return globalThis.isSecureContext;
}

async function readStoredKey(owner: string): Promise<StoredKey | null> {
  try {
    const { store } = await transactionOf('keys');
    return (await store.get(owner)) ?? null;
  } catch {
    return null;
  }
}

/** Keeps a key in memory if it belongs to the logged-in account and none was deleted since. @returns whether it does */
function cacheKey(found: StoredKey, since: number): boolean {
  const session = currentSession();
  if (deletions !== since || session.status !== 'in' || session.userId !== found.owner) return false;
  cached = found;
  storage.set(keyMark, '1');
  return true;
}

/** Stores a key as {@link cacheKey} does; without a device database as long as the page. */
async function storeKey(found: StoredKey, since: number): Promise<void> {
  if (!cacheKey(found, since)) return;
  try {
    const database = await deviceDatabase();
    const stored = database.transaction(['keys', 'copies'], 'readwrite');
    // Heard also when an earlier step fails: the browser may clear everything meanwhile.
    stored.done.catch(() => undefined);
    const [keys, copies] = [stored.objectStore('keys'), stored.objectStore('copies')];
    // One account at a time: the key of an earlier one goes, and what it sealed.
    if ((await keys.getAllKeys()).some((owner) => owner !== found.owner)) await copies.clear();
    if (deletions !== since) return;
    await Promise.all([keys.clear(), keys.put(found), stored.done]);
  } catch {
    // In memory only.
  }
}

/**
 * Stores the key that a login answers.
 * @param hex 64 hexadecimal digits
 * @throws NoteKeyInvalid
 */
export async function storeNoteKey(owner: string, hex: string): Promise<void> {
  const since = deletions;
  if (canEncrypt()) await storeKey({ owner, key: await importNoteKey(hex) }, since);
}

/** The key to the notes of an account if this page or this device has it; never asks the server. */
export async function knownNoteKey(owner: string): Promise<CryptoKey | null> {
  if (cached?.owner === owner) return cached.key;
  const since = deletions;
  const stored = await readStoredKey(owner);
  return stored && cacheKey(stored, since) ? stored.key : null;
}

/**
 * The key to the notes of the logged-in account: from memory, from the device, else from the server.
 * Rejects as the call does, and with NoteKeyInvalid when the answer holds no key.
 */
export async function noteKeyOf(owner: string): Promise<CryptoKey> {
  const since = deletions;
  const known = await knownNoteKey(owner);
  if (known) return known;
  const { api } = await import('../api/client.ts');
  const { userKey } = await api.notes.userKey.query();
  const key = await importNoteKey(userKey);
  await storeKey({ owner, key }, since);
  return key;
}

/** Deletes every key with what it sealed here, from memory and from the device: at a logout, and when the session ends by itself. */
export async function clearNoteKeys(): Promise<void> {
  cached = null;
  deletions += 1;
  try {
    const database = await deviceDatabase();
    const stored = database.transaction(['keys', 'copies'], 'readwrite');
    stored.done.catch(() => undefined);
    await Promise.all([stored.objectStore('keys').clear(), stored.objectStore('copies').clear(), stored.done]);
    storage.remove(keyMark);
  } catch {
    // There never was one on the device, or the next page tries again.
  }
}
