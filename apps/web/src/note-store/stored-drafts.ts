import { isRecord } from '@nuances/domain/record';
import { noteCategories, type NoteCategory } from '@nuances/domain/axes';
import { isoDay, type LocalDay } from '@nuances/domain/local-day';
import type { StoredDraft } from '../offline/database.ts';
import type { Note, NoteText, TypedNote } from './note.ts';
import { decryptDraft, storedDrafts } from './sealed-drafts.ts';

/** The typed text, and the note that it changes; null for a new note. */
export interface DraftContent {
  readonly text: TypedNote;
  readonly base: Note | null;
}

/** Which editor a draft belongs to. */
export type DraftSlot =
  | {
      readonly kind: 'new';
      readonly categoryId: NoteCategory;
      readonly scanResultId: string | null;
      /** Day of the note; null for now. */
      readonly day: LocalDay | null;
    }
  | { readonly kind: 'edit'; readonly note: Note };

const newNotes = (owner: string) => `${owner}/new/`;

/** Id of the draft of an editor. */
export function draftId(owner: string, slot: DraftSlot): string {
  if (slot.kind === 'edit') return `${owner}/edit/${slot.note.id}`;
  const { categoryId, scanResultId, day } = slot;
  return `${newNotes(owner)}${categoryId}/${scanResultId ?? ''}${day === null ? '' : `/${isoDay(day)}`}`;
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

async function contentOf(key: CryptoKey, kept: StoredDraft): Promise<DraftContent | null> {
  const content = await decryptDraft(key, kept);
  if (!isRecord(content) || !isText(content['text'])) return null;
  const { text, base } = content;
  // Drafts of earlier versions have neither a day nor a time of receipt.
  const day = 'day' in text && typeof text.day === 'number' ? text.day : null;
  return { text: { ...text, day }, base: isNote(base) ? { ...base, receivedAt: base.receivedAt ?? null } : null };
}

/** A draft with the id under which it is stored. */
export interface FoundDraft extends DraftContent {
  readonly id: string;
}

/**
 * The stored draft of an editor. The general editor of a new note takes the newest draft of any new note, so that every
 * draft can be reached. Null when there is none that the key decrypts.
 */
export async function findDraft(key: CryptoKey, owner: string, slot: DraftSlot): Promise<FoundDraft | null> {
  const isPlain = slot.kind === 'new' && slot.scanResultId === null && slot.categoryId === 'other' && slot.day === null;
  const own = draftId(owner, slot);
  const matching = (await storedDrafts())
    .filter(({ id }) => id === own || (isPlain && id.startsWith(newNotes(owner))))
    .sort((a, b) => Number(b.id === own) - Number(a.id === own) || b.keptAt - a.keptAt);
  for (const kept of matching) {
    const content = await contentOf(key, kept);
    if (content) return { ...content, id: kept.id };
  }
  return null;
}
