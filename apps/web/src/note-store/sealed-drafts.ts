import { sealText } from '@nuances/crypto/note-envelope';
import { createStore } from '../browser/store.ts';
import { deviceDatabase, transactionOf, type StoredDraft } from '../offline/database.ts';
import { openOnDevice } from './device-key.ts';

/** Without a database, drafts last as long as the page; they are sealed nevertheless. */
const memory = new Map<string, StoredDraft>();

/** Number of writes and deletions in this page. */
export const draftChanges = createStore(0);

/** Writes and deletions run in the order of the calls, so that a late write never restores a deleted draft. */
let lastChange: Promise<unknown> = Promise.resolve();

/** Calls in order, and tells those who show drafts. */
function changeInOrder<T>(change: () => Promise<T>): Promise<T> {
  return inOrder(change).finally(() => draftChanges.set(draftChanges.get() + 1));
}

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
  return changeInOrder(async () => {
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
  return changeInOrder(() => remove(id));
}

/** Deletes every draft of a deleted account. */
export function deleteDraftsOf(owner: string): Promise<void> {
  return changeInOrder(async () => {
    for (const { id } of (await readDrafts()).filter((draft) => draft.owner === owner)) await remove(id);
  });
}
