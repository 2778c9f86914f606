import { importNoteKey } from '@nuances/crypto/note-envelope';
import { deviceDatabase, type StoredKey } from '../offline/database.ts';
import { currentSession } from '../session/session-store.ts';
import { storage } from '../browser/local-storage.ts';
import { keyMark } from './key-mark.ts';

/** The key in the memory of this page. */
let held: StoredKey | null = null;

/** Whether this page can encrypt at all: browsers give Web Crypto to https and to loopback addresses only. */
export function canEncrypt(): boolean {
  return globalThis.isSecureContext;
}

async function keptKey(owner: string): Promise<StoredKey | null> {
  try {
    const database = await deviceDatabase();
    return (await database.get('keys', owner)) ?? null;
  } catch {
    return null;
  }
}

/** Holds a key for whoever is logged in, and for nobody else; without a device database as long as the page. */
async function hold(found: StoredKey): Promise<void> {
  const session = currentSession();
  if (session.status !== 'in' || session.userId !== found.owner) return;
  held = found;
  storage.set(keyMark, '1');
  try {
    const database = await deviceDatabase();
    const { store, done } = database.transaction('keys', 'readwrite');
    // One account at a time: the key of an earlier one goes.
    await Promise.all([store.clear(), store.put(found), done]);
  } catch {
    // In memory only.
  }
}

/**
 * Takes over the key that a login hands out.
 * @param hex 64 hexadecimal digits
 * @throws NoteKeyInvalid
 */
export async function storeNoteKey(owner: string, hex: string): Promise<void> {
  if (canEncrypt()) await hold({ owner, key: await importNoteKey(hex) });
}

/**
 * The key to the notes of whoever is logged in: from memory, from the device, else from the server.
 * Rejects as the call does, and with NoteKeyInvalid when the account gives none out.
 */
export async function noteKeyOf(owner: string): Promise<CryptoKey> {
  if (held?.owner === owner) return held.key;
  const kept = await keptKey(owner);
  if (kept) {
    await hold(kept);
    return kept.key;
  }
  const { api } = await import('../api/client.ts');
  const { userKey } = await api.notes.userKey.query();
  const key = await importNoteKey(userKey);
  await hold({ owner, key });
  return key;
}

/** Drops every key, from memory and from the device: at a logout, and when the session is lost. */
export async function clearNoteKeys(): Promise<void> {
  held = null;
  try {
    const database = await deviceDatabase();
    await database.clear('keys');
    storage.remove(keyMark);
  } catch {
    // There never was one on the device, or the next page tries again.
  }
}
