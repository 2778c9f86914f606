import { isRecord } from '@nuances/domain/record';
import type { NoteCategory } from '@nuances/domain/axes';
import { isoDay, type LocalDay } from '@nuances/domain/local-day';
import { type NoteContent, readNoteContent } from '@nuances/domain/note/fields';
import type { StoredDraft } from '../offline/database.ts';
import type { Note, TypedNote } from './note.ts';
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

/** Whether a value has what a note has besides its content. */
function isFiled(value: Readonly<Record<string, unknown>>): value is Omit<Note, keyof NoteContent> {
  return (
    value['locked'] === false &&
    typeof value['id'] === 'string' &&
    typeof value['createdAt'] === 'string' &&
    typeof value['day'] === 'number' &&
    typeof value['revision'] === 'number'
  );
}

/** A note in a draft; null for anything else. Drafts of earlier versions have no time of receipt. */
function noteOf(base: unknown): Note | null {
  if (!isRecord(base) || !isFiled(base)) return null;
  const content = readNoteContent({ ...base });
  return content && { ...base, ...content, receivedAt: base.receivedAt ?? null };
}

async function contentOf(key: CryptoKey, kept: StoredDraft): Promise<DraftContent | null> {
  const content = await decryptDraft(key, kept);
  if (!isRecord(content) || !isRecord(content['text'])) return null;
  const text = readNoteContent(content['text']);
  const { day } = content['text'];
  // Drafts of earlier versions have no day.
  return text && { text: { ...text, day: typeof day === 'number' ? day : null }, base: noteOf(content['base']) };
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
