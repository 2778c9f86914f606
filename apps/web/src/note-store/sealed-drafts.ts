import { sealText } from '@nuances/crypto/note-envelope';
import { deviceDatabase, transactionOf, type StoredDraft } from '../offline/database.ts';
import { openOnDevice } from './device-key.ts';

/** Without a database, drafts last as long as the page; they are sealed nevertheless. */
const memory = new Map<string, StoredDraft>();

/** Writes and deletions run in the order of the calls, so that a late write never restores a deleted draft. */
let lastChange: Promise<unknown> = Promise.resolve();

function inOrder<T>(change: () => Promise<T>): Promise<T> {
  const done = lastChange.then(change);
  lastChange = done.catch(() => undefined);
  return done;
}

async function readDrafts(): Promise<readonly StoredDraft[]> {
  try {
    const { store } = await transactionOf('drafts');
    return await store.getAll();
  } catch {
    return [...memory.values()];
  }
}

/** Every stored draft of this device, of all accounts. */
export function storedDrafts(): Promise<readonly StoredDraft[]> {
  return inOrder(readDrafts);
}

/** The content of a draft, not validated; null when the key does not decrypt it. */
export async function decryptDraft(key: CryptoKey, { owner, sealed }: StoredDraft): Promise<unknown> {
  try {
    return JSON.parse(await openOnDevice(owner, key, sealed));
  } catch {
    return null;
  }
}

/**
 * Stores a draft, sealed. `content` must be JSON. A key that is still awaited keeps the place of this call in the order.
 * @returns whether it is stored on the device, not only in the memory of this page
 */
export function putDraft(
  key: CryptoKey | Promise<CryptoKey>,
  owner: string,
  id: string,
  content: object,
): Promise<boolean> {
  return inOrder(async () => {
    const draft = { id, owner, sealed: await sealText(await key, JSON.stringify(content)), keptAt: Date.now() };
    try {
      const database = await deviceDatabase();
      await database.put('drafts', draft);
      return true;
    } catch {
      memory.set(id, draft);
      return false;
    }
  });
}

async function remove(id: string): Promise<void> {
  memory.delete(id);
  try {
    const database = await deviceDatabase();
    await database.delete('drafts', id);
  } catch {
    // The draft was in memory only.
  }
}

/** Deletes a draft that was saved or discarded. */
export function deleteDraft(id: string): Promise<void> {
  return inOrder(() => remove(id));
}

/** Deletes every draft of a deleted account. */
export function deleteDraftsOf(owner: string): Promise<void> {
  return inOrder(async () => {
    for (const { id } of (await readDrafts()).filter((draft) => draft.owner === owner)) await remove(id);
  });
}
