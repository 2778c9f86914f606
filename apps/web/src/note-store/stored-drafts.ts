import { isRecord } from '@nuances/domain/record';
import { noteCategories, type NoteCategory } from '@nuances/domain/axes';
import { isoDay, type LocalDay } from '@nuances/domain/local-day';
import { type NoteContent, readNoteContent } from '@nuances/domain/note/fields';
import type { StoredDraft } from '../offline/database.ts';
import type { Note, TypedNote } from './note.ts';
import { currentNotes } from './note-store.ts';
import { decryptDraft, placeOfDraft, storedDrafts, type DraftEditor } from './sealed-drafts.ts';

/** The typed text, and the note that it changes; null for a new note. */
export interface DraftContent {
  readonly text: TypedNote;
  readonly base: Note | null;
  /** Category that the editor of a new note began with. In the id, which is readable, it would say what a vault seals. */
  readonly begunAs?: NoteCategory | undefined;
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
const changedNotes = (owner: string) => `${owner}/edit/`;

/** Id of the draft of a note that is changed. */
export const idOfChanged = (owner: string, noteId: string): string => `${changedNotes(owner)}${noteId}`;

/** Id of the draft of an editor. */
export function draftId(owner: string, slot: DraftSlot): string {
  if (slot.kind === 'edit') return idOfChanged(owner, slot.note.id);
  const { scanResultId, day } = slot;
  return `${newNotes(owner)}/${scanResultId ?? ''}${day === null ? '' : `/${isoDay(day)}`}`;
}

/** The place of a stored draft, without the category that ids of earlier versions have. */
function placeOf(owner: string, id: string): string {
  const [place, start] = [placeOfDraft(id), newNotes(owner)];
  return place.startsWith(start) ? start + place.slice(place.indexOf('/', start.length)) : place;
}

/** Whether a note is still there to be changed, as far as this page knows. */
function isThere(noteId: string): boolean {
  const { status, notes } = currentNotes();
  return status !== 'ready' || notes.some(({ id, locked }) => id === noteId && !locked);
}

/** Whether a draft changes a note that is gone, deleted on another device perhaps: only the general editor can have it. */
function isOfGoneNote(owner: string, id: string): boolean {
  const address = addressOf(owner, id);
  return address?.kind === 'edit' && !isThere(address.note);
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
  // Drafts of earlier versions have no day, and what they began as is in their id.
  const begunAs = noteCategories.find(
    (category) => category === content['begunAs'] || kept.id.includes(`/new/${category}/`),
  );
  return (
    text && {
      text: { ...text, day: typeof day === 'number' ? day : null },
      base: noteOf(content['base']),
      begunAs: begunAs ?? text.categoryId,
    }
  );
}

/** A draft as it is stored. */
export interface FoundDraft extends DraftContent {
  readonly id: string;
  readonly found: NonNullable<DraftEditor['found']>;
}

/** An editor over which the vault was closed, and the id of the draft that it wrote or found. */
export type ClosedEditor = Pick<DraftEditor, 'name'> & { readonly id: string };

/**
 * The stored draft of an editor. The general editor of a new note takes the newest draft of any new note, or of one that
 * is gone, so that every draft can be reached; that of a scan or a day, the newest of it. Null when there is none that the key
 * decrypts.
 * @param closed whose draft comes first: another tab may have a newer one
 */
export async function findDraft(
  key: CryptoKey,
  owner: string,
  slot: DraftSlot,
  closed: ClosedEditor | null = null,
): Promise<FoundDraft | null> {
  const isGeneral = slot.kind === 'edit' || slot.categoryId === 'other';
  const isPlain = slot.kind === 'new' && isGeneral && slot.scanResultId === null && slot.day === null;
  const own = draftId(owner, slot);
  const rank = ({ id, editor }: StoredDraft) => (closed && editor === closed.name ? 2 : Number(id === closed?.id));
  const matching = (await storedDrafts())
    .map((kept) => ({ kept, isOwn: placeOf(owner, kept.id) === own }))
    .filter(
      ({ kept, isOwn }) => isOwn || (isPlain && (kept.id.startsWith(newNotes(owner)) || isOfGoneNote(owner, kept.id))),
    )
    .sort((a, b) => rank(b.kept) - rank(a.kept) || Number(b.isOwn) - Number(a.isOwn) || b.kept.keptAt - a.kept.keptAt);
  for (const { kept } of matching) {
    const content = await contentOf(key, kept);
    if (content && (isGeneral || content.begunAs === slot.categoryId))
      return { ...content, id: kept.id, found: { editor: kept.editor, keptAt: kept.keptAt } };
  }
  return null;
}

/** What the address of an editor needs to open it again: the general one, because an address is readable. */
export type DraftAddress =
  | { readonly kind: 'new'; readonly scan: string | null; readonly day: string | null }
  | { readonly kind: 'edit'; readonly note: string };

export interface WaitingDraft {
  readonly address: DraftAddress;
  /** Milliseconds since 1970. */
  readonly keptAt: number;
  /** Null when the key does not decrypt it, or is not here. */
  readonly text: TypedNote | null;
}

function addressOf(owner: string, stored: string): DraftAddress | null {
  const id = placeOfDraft(stored);
  if (id.startsWith(changedNotes(owner))) return { kind: 'edit', note: id.slice(changedNotes(owner).length) };
  if (!id.startsWith(newNotes(owner))) return null;
  const [, scan = '', day = ''] = id.slice(newNotes(owner).length).split('/');
  return { kind: 'new', scan: scan || null, day: day || null };
}

/** Whether a draft is one of a note. */
export const isNoteDraft = (owner: string, id: string): boolean => addressOf(owner, id) !== null;

/** The address of the general editor. */
const plainAddress: DraftAddress = { kind: 'new', scan: null, day: null };

/** The newest draft of a note, of whichever editor; null for none. */
export async function newestDraft(key: CryptoKey | null, owner: string): Promise<WaitingDraft | null> {
  const waiting = (await storedDrafts())
    .flatMap((kept) => {
      const address = isOfGoneNote(owner, kept.id) ? plainAddress : addressOf(owner, kept.id);
      return address === null ? [] : [{ kept, address }];
    })
    .sort((one, other) => other.kept.keptAt - one.kept.keptAt);
  const [first] = waiting;
  if (!first) return null;
  const content = key && (await contentOf(key, first.kept));
  return { address: first.address, keptAt: first.kept.keptAt, text: content?.text ?? null };
}
