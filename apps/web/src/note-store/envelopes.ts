import { openText, sealText } from '@nuances/crypto/note-envelope';
import { clearNoteContent, type NoteContent } from '@nuances/domain/note/fields';
import type { PendingNote, SealedContent } from '../offline/outbox-items.ts';
import { type AnyNote, dayAt, type NoteState, type SealedNote } from './note.ts';

/** Decrypts a stored note; a note that the key does not decrypt becomes a locked one. Never rejects. */
export async function openNote(key: CryptoKey, sealed: SealedNote, state: NoteState = 'saved'): Promise<AnyNote> {
  const { _id: id, createdAt, revision } = sealed;
  const receivedAt = sealed.receivedAt ?? null;
  const filed = { ...clearNoteContent(sealed), id, createdAt, receivedAt, day: dayAt(createdAt), revision, state };
  try {
    const [title, text] = await Promise.all([openText(key, sealed.title), openText(key, sealed.text)]);
    return { ...filed, locked: false, title, text };
  } catch {
    return { ...filed, locked: true, sealed: { title: sealed.title, text: sealed.text } };
  }
}

/** Decrypts a note in the outbox; null for a deletion. */
export async function openPending(key: CryptoKey, item: PendingNote): Promise<AnyNote | null> {
  const { noteId, content, revision, createdAt, receivedAt = null, refusal } = item;
  if (content === null) return null;
  const sealed = { ...content, _id: noteId, revision, receivedAt, updatedAt: createdAt };
  return openNote(key, sealed, refusal ? 'failed' : 'waiting');
}

/** Encrypts a note. `createdAt` is the time of the note. */
export async function sealNote(key: CryptoKey, note: NoteContent, createdAt: string): Promise<SealedContent> {
  const [title, text] = await Promise.all([sealText(key, note.title), sealText(key, note.text)]);
  return { ...clearNoteContent(note), title, text, createdAt };
}
