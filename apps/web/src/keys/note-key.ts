import { importNoteKey } from '@nuances/crypto/note-envelope';
import { committed, deviceDatabase, transactionOf, type StoredKey } from '../offline/database.ts';
import { isLoggedIn } from '../session/session-store.ts';
import { storage } from '../browser/local-storage.ts';
import { sha256 } from '../browser/sha256.ts';
import { keyMark } from './key-mark.ts';

/** The key in the memory of this page. */
let cached: StoredKey | null = null;
/** Counts deletions of the keys: a key that was read or requested before a deletion must not be stored after it. */
let deletions = 0;

/** Whether this page can encrypt: browsers provide Web Crypto only for https and loopback addresses. */
export function canEncrypt(): boolean {
  return globalThis.isSecureContext;
}

async function readStoredKey(owner: string): Promise<StoredKey | null> {
  try {
    const { store } = await transactionOf('keys');
    const stored = await store.get(owner);
    // A browser's data that was copied to another place has an empty object instead: the key cannot be copied.
    return stored?.key instanceof CryptoKey ? stored : null;
  } catch {
    return null;
  }
}

/**
 * Caches a key in memory if it belongs to the logged-in account and no key was deleted since `since`.
 * @returns whether it was cached
 */
function cacheKey(found: StoredKey, since: number): boolean {
  if (deletions !== since || !isLoggedIn(found.owner)) return false;
  cached = found;
  storage.set(keyMark, '1');
  return true;
}

/** Caches a key and stores it on the device; without a database it lasts as long as the page. */
async function storeKey(found: StoredKey, since: number): Promise<void> {
  if (!cacheKey(found, since)) return;
  try {
    const database = await deviceDatabase();
    const stored = database.transaction(['keys', 'copies'], 'readwrite');
    // Handled here, because an earlier step may fail: the browser may clear all storage meanwhile.
    stored.done.catch(() => undefined);
    const [keys, copies] = [stored.objectStore('keys'), stored.objectStore('copies')];
    // One account at a time: the key of another account is deleted, with the copies that it sealed.
    if ((await keys.getAllKeys()).some((owner) => owner !== found.owner)) await copies.clear();
    if (deletions !== since) return;
    await Promise.all([keys.clear(), keys.put(found), committed(stored)]);
  } catch {
    // In memory only.
  }
}

/** Keys of before that are remembered. */
const mostFormer = 20;

/**
 * Stores the key that the server answered. One that is here stays the same object; another one is kept as a former key.
 * @param hex 64 hexadecimal digits
 * @throws NoteKeyInvalid
 */
async function adoptKey(owner: string, hex: string, since: number): Promise<CryptoKey> {
  const key = await importNoteKey(hex);
  const print = await sha256(hex);
  const stored = await readStoredKey(owner);
  const own = cached?.owner === owner ? cached : null;
  const known = new Map<string, CryptoKey>();
  for (const one of [stored, own]) {
    for (const before of one?.former ?? []) known.set(before.print, before.key);
    if (one) known.set(one.print ?? '', one.key);
  }
  const present = known.get(print) ?? key;
  known.delete(print);
  const former = Array.from(known, ([ofFormer, one]) => ({ print: ofFormer, key: one })).slice(-mostFormer);
  await storeKey({ owner, key: present, print, former }, since);
  return present;
}

/**
 * Stores the key that a login answers.
 * @param hex 64 hexadecimal digits
 * @throws NoteKeyInvalid
 */
export async function storeNoteKey(owner: string, hex: string): Promise<void> {
  const since = deletions;
  if (canEncrypt()) await adoptKey(owner, hex, since);
}

/** The note key of an account if this page or this device has it; never asks the server. */
export async function knownNoteKey(owner: string): Promise<CryptoKey | null> {
  if (cached?.owner === owner) return cached.key;
  const since = deletions;
  const stored = await readStoredKey(owner);
  return stored && cacheKey(stored, since) ? stored.key : null;
}

/**
 * The note key of the logged-in account: from memory, from the device, else from the server.
 * @throws as the call does, and NoteKeyInvalid when the answer contains no key
 */
export async function noteKeyOf(owner: string): Promise<CryptoKey> {
  return (await knownNoteKey(owner)) ?? freshNoteKeyOf(owner);
}

/** The note key of the logged-in account as the server has it now. @throws as {@link noteKeyOf} */
export async function freshNoteKeyOf(owner: string): Promise<CryptoKey> {
  const since = deletions;
  const { api } = await import('../api/client.ts');
  const { userKey } = await api.notes.userKey.query();
  return adoptKey(owner, userKey, since);
}

/**
 * The note keys of before that this page or this device has. They stay until a vault is turned on here, or a logout: the server
 * has none of them any more.
 */
export async function formerNoteKeys(owner: string): Promise<readonly CryptoKey[]> {
  await knownNoteKey(owner);
  return cached?.owner === owner ? (cached.former ?? []).map(({ key }) => key) : [];
}

/** Drops the key from the memory of this page. */
export function dropNoteKey(): void {
  cached = null;
  deletions += 1;
}

/** Deletes all note keys, from memory and from the device; copies stay, which the key of a vault sealed. Never rejects. */
export async function deleteNoteKeys(): Promise<void> {
  dropNoteKey();
  try {
    await (await deviceDatabase()).clear('keys');
  } catch {
    // There was none on the device.
  }
}

/**
 * Deletes all keys and the copies that they sealed, from memory and from the device; at a logout and at the end of a
 * session.
 */
export async function clearNoteKeys(): Promise<void> {
  dropNoteKey();
  try {
    const database = await deviceDatabase();
    const stored = database.transaction(['keys', 'copies'], 'readwrite');
    stored.done.catch(() => undefined);
    await Promise.all([stored.objectStore('keys').clear(), stored.objectStore('copies').clear(), committed(stored)]);
    storage.remove(keyMark);
  } catch {
    // There was none on the device, or the next page tries again.
  }
}
