/**
 * Copies of the server's answers, stored on the device for reading offline. Each one is an envelope of JSON, sealed
 * with the note key; they are deleted together with the key (`keys/note-key.ts`).
 */
import { sealBytes } from '@nuances/crypto/note-envelope';
import { nextTask } from '../browser/next-task.ts';
import { deviceDatabase, transactionOf, type StoredCopy } from '../offline/database.ts';
import { knownDeviceKey, openOnDevice } from '../keys/device-key.ts';
import { jsonBytes } from './json-bytes.ts';
import { hasVault } from '../keys/vault-mark.ts';

/** Copies that are read from the device's database in one task. */
const readAtOnce = 500;
/** Copies that are opened in one task: a few milliseconds on a phone. */
const openedAtOnce = 50;

async function seal(key: CryptoKey, owner: string, name: string, value: unknown): Promise<StoredCopy> {
  const bytes = await jsonBytes(value);
  await nextTask();
  return { owner, name, sealed: await sealBytes(key, bytes) };
}

/** The content of a copy; undefined when it cannot be decrypted or parsed. */
async function open(key: CryptoKey, { owner, sealed }: StoredCopy): Promise<unknown> {
  try {
    const value: unknown = JSON.parse(await openOnDevice(owner, key, sealed));
    return value;
  } catch {
    return undefined;
  }
}

/**
 * Reads one copy; never rejects.
 * @returns undefined when there is none, when it cannot be read, and without the key
 */
export async function readCopy(owner: string, name: string): Promise<unknown> {
  try {
    const finding = knownDeviceKey(owner);
    finding.catch(() => undefined);
    const stored = await (await transactionOf('copies')).store.get([owner, name]);
    // A device without a copy asks the server at once: to load the vault and to read its keys takes longer.
    const key = stored ? await finding : null;
    return key && stored ? await open(key, stored) : undefined;
  } catch {
    return undefined;
  }
}

/** What every copy holds whose name has this prefix, without those that cannot be read; never rejects. */
export async function readCopies(owner: string, prefix: string): Promise<readonly unknown[]> {
  try {
    const key = await knownDeviceKey(owner);
    if (!key) return [];
    const { store } = await transactionOf('copies');
    const stored: StoredCopy[] = [];
    for (let from: string | undefined = prefix; from !== undefined;) {
      const range = IDBKeyRange.bound([owner, from], [owner, `${prefix}\uFFFF`], stored.length > 0);
      const some: readonly StoredCopy[] = await store.getAll(range, readAtOnce);
      stored.push(...some);
      from = some.length === readAtOnce ? some.at(-1)?.name : undefined;
    }
    const opened: unknown[] = [];
    for (let at = 0; at < stored.length; at += openedAtOnce) {
      opened.push(...(await Promise.all(stored.slice(at, at + openedAtOnce).map((copy) => open(key, copy)))));
      await nextTask();
    }
    return opened.filter((value) => value !== undefined);
  } catch {
    return [];
  }
}

export interface CopyChanges {
  /** JSON values by name. */
  readonly put?: ReadonlyMap<string, unknown>;
  readonly remove?: readonly string[];
}

/**
 * Stores and removes copies in one transaction, unless the key was deleted meanwhile: after a logout nothing is written
 * any more. Never rejects: without copies everything works as long as there is a network.
 * @returns whether it is stored
 */
export async function writeCopies(owner: string, { put = new Map(), remove = [] }: CopyChanges): Promise<boolean> {
  try {
    const key = await knownDeviceKey(owner);
    if (!key) return false;
    const sealed = await Promise.all(Array.from(put, ([name, value]) => seal(key, owner, name, value)));
    // A lock or a logout meanwhile: asked before the transaction, which ends when it waits for anything else.
    const isOpen = (await knownDeviceKey(owner)) === key;
    const stored = (await deviceDatabase()).transaction(['keys', 'copies'], 'readwrite');
    // The rejection is handled also when an earlier step fails: the browser may clear all storage meanwhile.
    stored.done.catch(() => undefined);
    const hasKey = hasVault(owner) ? isOpen : (await stored.objectStore('keys').getKey(owner)) !== undefined;
    const copies = stored.objectStore('copies');
    const writes = hasKey
      ? [...sealed.map((copy) => copies.put(copy)), ...remove.map((name) => copies.delete([owner, name]))]
      : [];
    await Promise.all([...writes, stored.done]);
    return hasKey;
  } catch {
    return false;
  }
}
