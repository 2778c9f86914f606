import { clearNoteContent, type NoteContent } from '@nuances/domain/note/fields';
import { firstKeyVersion } from '@nuances/domain/vault/state';
import type { PendingNote, SealedContent } from '../offline/outbox-items.ts';
import { type AnyNote, dayAt, type NoteState, type SealedNote } from './note.ts';
import type { RowSealing } from '../keys/note-key-sealing.ts';

/** What a note without a vault has in place of its marks. */
const noVault = { sealed: null, keyVersion: firstKeyVersion };

/** Decrypts a stored note; a note that the key does not decrypt becomes a locked one. Never rejects. */
export async function openNote(rows: RowSealing, stored: SealedNote, state: NoteState = 'saved'): Promise<AnyNote> {
  const row = { ...noVault, ...stored };
  const { _id: id, createdAt, revision, sealed, keyVersion } = row;
  const receivedAt = row.receivedAt ?? null;
  const categoryId = row.categoryId ?? 'other';
  const filed = {
    ...clearNoteContent({ ...row, categoryId }),
    id,
    createdAt,
    receivedAt,
    day: dayAt(createdAt),
    revision,
    state,
    updatedAt: state === 'saved' ? row.updatedAt : null,
  };
  const opened = await rows.openNote(row);
  if (opened) return { ...filed, ...opened, locked: false };
  const envelopes = { title: row.title, text: row.text };
  return {
    ...filed,
    locked: true,
    sealed: sealed === null ? envelopes : { ...envelopes, vault: { sealed, keyVersion } },
  };
}

/** Decrypts a note in the outbox; null for a deletion. */
export async function openPending(rows: RowSealing, item: PendingNote): Promise<AnyNote | null> {
  const { noteId, content, revision, createdAt, receivedAt = null, refusal } = item;
  if (content === null) return null;
  const { vault, ...clear } = content;
  const filed = { ...clear, _id: noteId, revision, receivedAt, updatedAt: createdAt };
  const stored: SealedNote = vault ? { ...filed, categoryId: null, ...vault } : filed;
  return openNote(rows, stored, refusal ? 'failed' : 'waiting');
}

/** Encrypts a note. `createdAt` is the time of the note. */
export async function sealNote(
  rows: RowSealing,
  id: string,
  note: NoteContent,
  createdAt: string,
): Promise<SealedContent> {
  return { ...clearNoteContent(note), ...(await rows.sealNote(id, note)), createdAt };
}
