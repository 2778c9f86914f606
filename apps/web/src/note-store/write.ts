import type { ErrorCode } from '@nuances/domain/errors';
import { clearNoteContent, noteContent } from '@nuances/domain/note/fields';
import { momentMovedTo, momentOn } from '@nuances/domain/local-day';
import { currentPending, drop, put, usePending } from '../offline/outbox.ts';
import type { OutboxItem, PendingNote, Refusal, SealedContent } from '../offline/outbox-items.ts';
import { isPermanent, onDelivery, placeOf, sendAll } from '../offline/send.ts';
import { randomUuid } from '../browser/uuid.ts';
import type { StoredDraft } from '../offline/database.ts';
import { currentUserId, requireUserId } from '../session/session-store.ts';
import { sealNote } from './envelopes.ts';
import { currentNotes, showWaiting } from './note-store.ts';
import { changes, dayAt, sameText, type AnyNote, type Note, type TypedNote } from './note.ts';
import { rowSealingOf } from '../keys/row-sealing.ts';
import { putBackDraft, takeDraft } from './sealed-drafts.ts';
import { idOfChanged } from './stored-drafts.ts';

/** Maximum wait for the server before the editor closes without an answer, milliseconds. */
const sendTimeoutMs = 6_000;
/** The same of what only the memory of the page has, longer than a call takes: it must not arrive after it was given up. */
const unstoredTimeoutMs = 25_000;

/**
 * `waiting`: stored on the device, will be sent. `failed`: the server refused it; the note stays on the device.
 * `keyMissing`: nothing was saved.
 */
export type SaveOutcome =
  | { readonly kind: 'saved' | 'waiting' | 'keyMissing' }
  | { readonly kind: 'failed'; readonly code: ErrorCode };

/** Outcome of a change, after a limited wait for the server. */
export async function outcomeOf({ itemId, stored }: StoredChange): Promise<SaveOutcome> {
  const timeoutMs = stored ? sendTimeoutMs : unstoredTimeoutMs;
  await Promise.race([sendAll(), new Promise((resolve) => setTimeout(resolve, timeoutMs))]);
  const left = currentPending().find(({ id }) => id === itemId);
  if (!left) return { kind: 'saved' };
  const code = left.refusal?.code;
  // It is sealed with the key of now, and sent again by itself.
  return code === undefined || code === 'vaultChanged' ? { kind: 'waiting' } : { kind: 'failed', code };
}

/** The last item of a note that has not been sent. */
function lastItemOf(noteId: string, items: readonly OutboxItem[] = currentPending()): PendingNote | undefined {
  return items.findLast((item): item is PendingNote => item.kind === 'note' && item.noteId === noteId);
}

/** Why the server refused the last change of a note; null for a note that is saved or waits. */
export function useRefusalOfNote(noteId: string): Refusal | null {
  return lastItemOf(noteId, usePending())?.refusal ?? null;
}

interface Change {
  readonly owner: string;
  readonly noteId: string;
  readonly content: SealedContent | null;
  readonly revision: number;
  /** The note to show from now on; null when it is deleted. */
  readonly shown: AnyNote | null;
  /** The unsent item that this change is based on. */
  readonly basedOn: PendingNote | undefined;
  /** See {@link PendingNote}. */
  readonly updatedAt: string | null | undefined;
}

/** A change that waits in the outbox. */
export interface StoredChange {
  readonly itemId: string;
  readonly noteId: string;
  /** Whether it is on the device, not only in the memory of this page: storage may be full. */
  readonly stored: boolean;
}

/** Stores a change on the device before it is sent. */
async function storeChange({
  owner,
  noteId,
  content,
  revision,
  shown,
  basedOn,
  updatedAt = null,
}: Change): Promise<StoredChange> {
  const receivedAt = shown?.receivedAt ?? null;
  const item = { kind: 'note', id: randomUuid(), owner, noteId, content, receivedAt, refusal: null } as const;
  const createdAt = new Date().toISOString();
  showWaiting(item.id, shown);
  // A permanently refused text would block every later one, so it is replaced.
  const stored =
    basedOn && isPermanent(basedOn.refusal)
      ? await put({ ...item, createdAt, ...placeOf(basedOn) }, [basedOn.id])
      : await put({ ...item, createdAt, revision, updatedAt, after: basedOn?.id ?? null });
  return { itemId: item.id, noteId, stored };
}

/** New ISO time of the note. */
function createdAtOf({ day }: TypedNote, base: Note | null, now: number): string {
  if (base && (day === null || day === base.day)) return base.createdAt;
  if (base && day !== null) return new Date(momentMovedTo(day, Date.parse(base.createdAt), now)).toISOString();
  return new Date(day === null ? now : momentOn(day, now)).toISOString();
}

/**
 * Seals a text and stores it on the device, as a new note or as a change of `base`, the note that the editor opened.
 * Texts written meanwhile in other tabs or on other devices are not overwritten: both are kept.
 * @param newId of a new note that the server may have taken already
 * @returns null when nothing has changed
 * @throws without the key, see `rowSealingOf`
 */
export async function saveNote(
  typed: TypedNote,
  base: Note | null,
  newId = randomUuid(),
): Promise<StoredChange | null> {
  if (base && !changes(typed, base)) return null;
  const owner = requireUserId();
  const rows = await rowSealingOf(owner);
  const now = new Date();
  const createdAt = createdAtOf(typed, base, now.getTime());
  const current = currentNotes().notes.find(({ id }) => id === base?.id);
  // The note has the same text as when the editor opened, so this change is based on its current revision. A link whose
  // scan was deleted does not count as a difference.
  const isCurrent =
    base !== null && current?.locked === false && sameText({ ...current, scanResultId: base.scanResultId }, base);
  const revision = (isCurrent ? current.revision : base?.revision) ?? 1;
  // Of a note that the server does not have, it would take two texts of two tabs for one after the other.
  const isOther = !isCurrent && revision === 1 && !base?.updatedAt;
  const noteId = base && !isOther ? base.id : newId;
  const sealed = await sealNote(rows, noteId, typed, createdAt);
  const basedOn = isCurrent ? lastItemOf(noteId) : undefined;
  // An unsent change of the time is sent with this text too, because this item may replace that one.
  const movedTo = base && createdAt !== base.createdAt ? createdAt : basedOn?.content?.movedTo;
  const content = movedTo === undefined ? sealed : { ...sealed, movedTo };
  const shown: Note = {
    ...noteContent(typed),
    id: noteId,
    createdAt,
    revision,
    receivedAt: base ? base.receivedAt : now.toISOString(),
    day: dayAt(createdAt),
    state: 'waiting',
    locked: false,
  };
  const updatedAt = (isCurrent ? current : base)?.updatedAt;
  return storeChange({ owner, noteId, content, revision, shown, basedOn, updatedAt });
}

/**
 * Deletes a note in this page at once, and on the server when it answers. When the server refuses, the note is shown
 * again; also when it has another text since (`kept`). Never rejects.
 */
export async function deleteNote({
  id,
  revision,
  updatedAt,
}: AnyNote): Promise<'deleted' | 'waiting' | 'failed' | 'kept'> {
  const owner = currentUserId();
  if (owner === null) return 'failed';
  const basedOn = lastItemOf(id);
  let isSent = false;
  const stop = onDelivery(({ item }) => {
    isSent ||= item.id === basedOn?.id;
  });
  const deletion = await storeChange({
    owner,
    noteId: id,
    content: null,
    revision,
    shown: null,
    basedOn,
    updatedAt,
  });
  const outcome = await outcomeOf(deletion).finally(stop);
  if (outcome.kind === 'failed') {
    // It took the place of a text that the server had refused: only this device has that.
    await (basedOn && !isSent ? put(basedOn, [deletion.itemId]) : drop(deletion.itemId));
    return 'failed';
  }
  if (outcome.kind === 'saved' && currentNotes().notes.some((note) => note.id === id)) return 'kept';
  const draft = await takeDraft(idOfChanged(owner, id));
  if (draft) deletedDrafts.set(id, draft);
  return outcome.kind === 'saved' ? 'deleted' : 'waiting';
}

/** What was typed into notes that were deleted in this page, until that is undone. */
const deletedDrafts = new Map<string, StoredDraft>();

/** Restores a deleted note with its id, time, category and link. Never rejects. */
export async function undoDelete(note: AnyNote): Promise<SaveOutcome> {
  const owner = currentUserId();
  if (owner === null) return { kind: 'keyMissing' };
  const { id, createdAt, revision, updatedAt } = note;
  try {
    const content = note.locked
      ? { ...clearNoteContent(note), ...note.sealed, createdAt }
      : await sealNote(await rowSealingOf(owner), id, note, createdAt);
    const shown: AnyNote = { ...note, state: 'waiting' };
    const basedOn = lastItemOf(id);
    const restored = await storeChange({ owner, noteId: id, content, revision, shown, basedOn, updatedAt });
    const draft = deletedDrafts.get(id);
    deletedDrafts.delete(id);
    if (draft) await putBackDraft(draft);
    return await outcomeOf(restored);
  } catch {
    return { kind: 'keyMissing' };
  }
}
