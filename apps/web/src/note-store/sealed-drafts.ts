import { openText, sealText } from '@nuances/crypto/note-envelope';
import { deviceDatabase, transactionOf, type StoredDraft } from '../offline/database.ts';

/** Where the browser has no database, drafts live as long as the page; sealed all the same. */
const memory = new Map<string, StoredDraft>();

/** Writes and deletions run in the order in which they were asked for: a late write never brings back what was deleted. */
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

/** Every kept draft of this device, of all accounts. */
export function storedDrafts(): Promise<readonly StoredDraft[]> {
  return inOrder(readDrafts);
}

/** The content of a draft, not validated; null when this key does not open it. */
export async function decryptDraft(key: CryptoKey, { sealed }: StoredDraft): Promise<unknown> {
  try {
    return JSON.parse(await openText(key, sealed));
  } catch {
    return null;
  }
}

/**
 * Keeps a draft, sealed. `content` must survive JSON.
 * @returns whether it is on the device, and not only in the memory of this page
 */
export function putDraft(key: CryptoKey, owner: string, id: string, content: object): Promise<boolean> {
  return inOrder(async () => {
    const draft = { id, owner, sealed: await sealText(key, JSON.stringify(content)), keptAt: Date.now() };
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
    // It was in memory only.
  }
}

/** Removes a draft that was saved or discarded. */
export function deleteDraft(id: string): Promise<void> {
  return inOrder(() => remove(id));
}

/** Removes every draft of an account, once the account is gone. */
export function deleteDraftsOf(owner: string): Promise<void> {
  return inOrder(async () => {
    for (const { id } of (await readDrafts()).filter((draft) => draft.owner === owner)) await remove(id);
  });
}
