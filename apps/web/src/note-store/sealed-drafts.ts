import { sealText } from '@nuances/crypto/note-envelope';
import { createSerialQueue } from '../browser/serial-queue.ts';
import { createStore } from '../browser/store.ts';
import { committed, transactionOf, writeFirst, type StoredDraft } from '../offline/database.ts';
import { noteKept } from '../offline/not-kept.ts';
import { knownDeviceKey, openOnDevice } from '../keys/device-key.ts';

/** Drafts that the database has not taken last as long as the page; they are sealed nevertheless. */
const memory = new Map<string, StoredDraft>();

/**
 * One editor of a note. Another tab may have one for the same draft: neither writes over, or deletes, what the other has
 * typed.
 */
export interface DraftEditor {
  /** Different for each. */
  readonly name: string;
  /** The stored draft that it goes on with; null for none. */
  readonly found: Pick<StoredDraft, 'editor' | 'keptAt'> | null;
}

/** Whether a stored draft, if there is one, is what an editor wrote or found. Without an editor the last one wins. */
function isOf(editor: DraftEditor | null, stored: StoredDraft | undefined): boolean {
  if (!editor || !stored || stored.editor === editor.name) return true;
  return stored.editor === editor.found?.editor && stored.keptAt === editor.found?.keptAt;
}

const separator = '#';

/** Id of the draft of an editor, beside that of another one. */
export const besideOf = (id: string, { name }: DraftEditor) => `${id}${separator}${name}`;

/** The id of a draft as its place has it, also for one that is kept beside another. */
export const placeOfDraft = (id: string): string => id.split(separator)[0] ?? id;

/** Number of writes and deletions in this page. */
export const draftChanges = createStore(0);

/** Writes and deletions run in the order of the calls, so that a late write never restores a deleted draft. */
export const inOrder = createSerialQueue();

/** Calls in order, and tells those who show drafts. */
function changeInOrder<T>(change: () => Promise<T>): Promise<T> {
  return inOrder(change).finally(() => draftChanges.set(draftChanges.get() + 1));
}

async function readDrafts(): Promise<readonly StoredDraft[]> {
  const read = async () => (await transactionOf('drafts')).store.getAll();
  const stored = await read().catch(() => []);
  const drafts = new Map(memory);
  // Another tab may have stored one since.
  for (const draft of stored) if (draft.keptAt >= (drafts.get(draft.id)?.keptAt ?? 0)) drafts.set(draft.id, draft);
  return [...drafts.values()];
}

/** Every draft of this device, of all accounts. */
export function storedDrafts(): Promise<readonly StoredDraft[]> {
  return inOrder(readDrafts);
}

/**
 * Seals anew the drafts of an account that the database has not taken; called {@link inOrder}.
 * @param reseal answers null where nothing changes
 */
export async function resealUnstored(owner: string, reseal: (sealed: string) => Promise<string | null>): Promise<void> {
  for (const [id, draft] of memory) {
    const sealed = draft.owner === owner ? await reseal(draft.sealed) : null;
    if (sealed !== null) memory.set(id, { ...draft, sealed });
  }
}

/**
 * The content of a draft, not validated; null when no key here decrypts it. One that was sealed under another key since it was
 * read is read again: the key of before may have gone.
 */
export async function decryptDraft(key: CryptoKey, draft: StoredDraft): Promise<unknown> {
  try {
    return JSON.parse(await openOnDevice(draft.owner, key, draft.sealed));
  } catch {
    const now = (await storedDrafts()).find(({ id }) => id === draft.id);
    return now && now.sealed !== draft.sealed ? decryptDraft(key, now) : null;
  }
}

async function write(draft: StoredDraft, editor: DraftEditor | null): Promise<void> {
  const { id } = draft;
  const written = await transactionOf('drafts', 'readwrite');
  const { store } = written;
  const isOwn = isOf(editor, await store.get(id));
  await Promise.all([
    editor && isOwn && store.delete(besideOf(id, editor)),
    store.put(editor && !isOwn ? { ...draft, id: besideOf(id, editor) } : draft),
    committed(written),
  ]);
}

/** @returns whether the database has taken it; otherwise the memory of this page has it */
async function store(draft: StoredDraft, editor: DraftEditor | null): Promise<boolean> {
  try {
    await writeFirst(draft.owner, () => write(draft, editor));
    memory.delete(draft.id);
    return true;
  } catch {
    memory.set(draft.id, draft);
    return false;
  }
}

/** What a draft says, and that sealed with the key that was here when it was typed; null without one. */
interface TypedDraft {
  readonly text: string;
  readonly sealed: ReturnType<typeof sealNow>;
}

async function sealNow(owner: string, text: string) {
  const key = await knownDeviceKey(owner);
  return key && { key, sealed: await sealText(key, text) };
}

/** Seals a content at once: while a slow disk takes the changes before, a lock may take the key. Never rejects. */
export function sealContent(owner: string, content: object): TypedDraft {
  const text = JSON.stringify(content);
  return { text, sealed: sealNow(owner, text).catch(() => null) };
}

/**
 * Stores a draft, sealed. `content` must be JSON.
 * @param keyNow asked when the changes before have ended: one of them may have sealed everything under another key; null
 * when there is none here
 * @param editor where another one may have a draft of its own, which stays
 * @param typed the content, where it was typed before this call
 * @returns whether it is stored on the device, not only in the memory of this page
 */
export function putDraft(
  keyNow: () => Promise<CryptoKey | null>,
  owner: string,
  id: string,
  content: object,
  editor: DraftEditor | null = null,
  typed = sealContent(owner, content),
): Promise<boolean> {
  return changeInOrder(async () => {
    let isStored = false;
    try {
      const ready = await typed.sealed;
      const present = await keyNow().catch((error: unknown) => {
        if (ready) return null;
        throw error;
      });
      const key = present ?? ready?.key;
      if (!key) return false;
      const sealed = key === ready?.key ? ready.sealed : await sealText(key, typed.text);
      isStored = await store({ id, owner, sealed, keptAt: Date.now(), ...(editor && { editor: editor.name }) }, editor);
    } finally {
      noteKept(id, isStored);
    }
    return isStored;
  });
}

async function remove(id: string, editor: DraftEditor | null = null): Promise<void> {
  memory.delete(id);
  noteKept(id, true);
  try {
    const removed = await transactionOf('drafts', 'readwrite');
    const { store } = removed;
    const isOwn = isOf(editor, await store.get(id));
    await Promise.all([editor && store.delete(besideOf(id, editor)), isOwn && store.delete(id), committed(removed)]);
  } catch {
    // The draft was in memory only.
  }
}

/** Deletes a draft that was saved or discarded; with an editor only its own. */
export function deleteDraft(id: string, editor: DraftEditor | null = null): Promise<void> {
  return changeInOrder(() => remove(id, editor));
}

/** Deletes a draft so that {@link putBackDraft} can undo it. @returns null for none */
export function takeDraft(id: string): Promise<StoredDraft | null> {
  return changeInOrder(async () => {
    const draft = (await readDrafts()).find((one) => one.id === id) ?? null;
    if (draft) await remove(id);
    return draft;
  });
}

/** Stores a draft again as it was. Never rejects. */
export function putBackDraft(draft: StoredDraft): Promise<void> {
  return changeInOrder(async () => {
    try {
      const written = await transactionOf('drafts', 'readwrite');
      await Promise.all([written.store.put(draft), committed(written)]);
    } catch {
      memory.set(draft.id, draft);
      noteKept(draft.id, false);
    }
  });
}

/** Deletes the drafts of an account, of a deleted one all. */
export function deleteDraftsOf(owner: string, matches: (id: string) => boolean = () => true): Promise<void> {
  return changeInOrder(async () => {
    for (const { id } of (await readDrafts()).filter((draft) => draft.owner === owner && matches(draft.id)))
      await remove(id);
  });
}
