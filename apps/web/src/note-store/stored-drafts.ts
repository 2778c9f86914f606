import { isRecord } from '@nuances/domain/record';
import { openText, sealText } from '@nuances/crypto/note-envelope';
import { noteCategories, type NoteCategory } from '@nuances/domain/axes';
import { deviceDatabase, type KeptDraft } from '../offline/database.ts';
import type { Note, NoteText } from './note.ts';

/** What was typed, and the note that it was to change; null for a new one. */
export interface DraftContent {
  readonly text: NoteText;
  readonly base: Note | null;
}

/** Which editor a draft belongs to. */
export type DraftSlot =
  | { readonly kind: 'new'; readonly categoryId: NoteCategory; readonly scanResultId: string | null }
  | { readonly kind: 'edit'; readonly note: Note };

const newNotes = (owner: string) => `${owner}/new/`;

/** Id of the draft of an editor. */
export function draftId(owner: string, slot: DraftSlot): string {
  return slot.kind === 'edit'
    ? `${owner}/edit/${slot.note.id}`
    : `${newNotes(owner)}${slot.categoryId}/${slot.scanResultId ?? ''}`;
}

/** Where the browser has no database, drafts live as long as the page; sealed all the same. */
const memory = new Map<string, KeptDraft>();

async function keptDrafts(): Promise<readonly KeptDraft[]> {
  try {
    const database = await deviceDatabase();
    return await database.getAll('drafts');
  } catch {
    return [...memory.values()];
  }
}

function isText(value: unknown): value is NoteText {
  return (
    isRecord(value) &&
    typeof value['title'] === 'string' &&
    typeof value['text'] === 'string' &&
    noteCategories.some((category) => category === value['categoryId']) &&
    (value['scanResultId'] === null || typeof value['scanResultId'] === 'string')
  );
}

function isNote(value: unknown): value is Note {
  return (
    isText(value) &&
    isRecord(value) &&
    value['locked'] === false &&
    typeof value['id'] === 'string' &&
    typeof value['createdAt'] === 'string' &&
    typeof value['day'] === 'number' &&
    typeof value['revision'] === 'number'
  );
}

async function opened(key: CryptoKey, { sealed }: KeptDraft): Promise<DraftContent | null> {
  try {
    const content: unknown = JSON.parse(await openText(key, sealed));
    if (!isRecord(content) || !isText(content['text'])) return null;
    const { text, base } = content;
    return { text, base: isNote(base) ? base : null };
  } catch {
    return null;
  }
}

/** A draft with the id under which it is kept. */
export interface FoundDraft extends DraftContent {
  readonly id: string;
}

/**
 * The kept draft of an editor. The plain one for a new note takes the newest draft of any new note,
 * so that nothing typed is out of reach. Null when there is none that this key opens.
 */
export async function findDraft(key: CryptoKey, owner: string, slot: DraftSlot): Promise<FoundDraft | null> {
  const isPlain = slot.kind === 'new' && slot.scanResultId === null && slot.categoryId === 'other';
  const own = draftId(owner, slot);
  const matching = (await keptDrafts())
    .filter(({ id }) => id === own || (isPlain && id.startsWith(newNotes(owner))))
    .sort((a, b) => Number(b.id === own) - Number(a.id === own) || b.keptAt - a.keptAt);
  for (const kept of matching) {
    const content = await opened(key, kept);
    if (content) return { ...content, id: kept.id };
  }
  return null;
}

/** Keeps a draft, sealed. */
export async function saveDraft(key: CryptoKey, owner: string, id: string, content: DraftContent): Promise<void> {
  const draft = { id, owner, sealed: await sealText(key, JSON.stringify(content)), keptAt: Date.now() };
  try {
    const database = await deviceDatabase();
    await database.put('drafts', draft);
  } catch {
    memory.set(id, draft);
  }
}

/** Removes a draft that was saved or thrown away. */
export async function deleteDraft(id: string): Promise<void> {
  memory.delete(id);
  try {
    const database = await deviceDatabase();
    await database.delete('drafts', id);
  } catch {
    // It was in memory only.
  }
}

/** Removes every draft of an account, once the account is gone. */
export async function deleteDraftsOf(owner: string): Promise<void> {
  for (const { id } of (await keptDrafts()).filter((draft) => draft.owner === owner)) await deleteDraft(id);
}
