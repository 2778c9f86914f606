import { openText, sealText } from '@nuances/crypto/note-envelope';
import { firstWordsMax } from '@nuances/domain/cut-text';
import { limits } from '@nuances/domain/limits';
import { noteContent } from '@nuances/domain/note/fields';
import { api } from '../api/client.ts';
import { loadNamespaces, currentI18n } from '../i18n/locale-store.ts';
import { noteName } from '../i18n/note-name.ts';
import { noteKeyOf } from './note-key.ts';
import type { SealedNote } from './note.ts';

/**
 * After a conflict, the server keeps both texts as two notes with the same title, which it cannot read. Changes the
 * title of the note with the other device's text, so that the person can tell them apart.
 * @returns the note as it is stored afterwards
 * @throws as the calls do; the text itself is never changed
 */
export async function markConflictTitle(owner: string, note: SealedNote): Promise<SealedNote> {
  // The note has been renamed or changed already, and only the answer was lost.
  if (note.revision > 1) return note;
  await loadNamespaces('notes', 'note');
  const { LL } = currentI18n();
  const key = await noteKeyOf(owner);
  const content = noteContent(note);
  const readable = { ...content, title: await openText(key, note.title), text: await openText(key, note.text) };
  const title = LL.notes.conflict.copyTitle({ title: noteName(LL, readable, firstWordsMax.page) });
  if (title.length > limits.noteTitle.max) return note;
  const { _id, revision } = note;
  const answer = await api.notes.update.mutate({ _id, ...content, title: await sealText(key, title), revision });
  return answer.note;
}
