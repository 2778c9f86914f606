import { firstWordsMax } from '@nuances/domain/cut-text';
import { limits } from '@nuances/domain/limits';
import { noteContent } from '@nuances/domain/note/fields';
import type { VaultNote } from '@nuances/domain/vault/content';
import { firstKeyVersion } from '@nuances/domain/vault/state';
import { api } from '../api/client.ts';
import type { RouterOutputs } from '../api/router-outputs.ts';
import { loadNamespaces, currentI18n } from '../i18n/locale-store.ts';
import { noteName } from '../i18n/note-name.ts';
import { rowSealingOf } from './row-sealing.ts';

/** The title of the note that has the text of another device; null when there is no room for it. */
export async function conflictTitle(theirs: VaultNote): Promise<string | null> {
  await loadNamespaces('notes', 'note');
  const { LL } = currentI18n();
  const title = LL.notes.conflict.copyTitle({ title: noteName(LL, theirs, firstWordsMax.page) });
  return title.length > limits.noteTitle.max ? null : title;
}

type Note = RouterOutputs['notes']['create']['note'];

/**
 * After a conflict, the server keeps both texts as two notes with the same title, which it cannot read. Changes the
 * title of the note with the other device's text, so that the person can tell them apart.
 * @returns the note as it is stored afterwards
 * @throws as the calls do; the text itself is never changed
 */
export async function markConflictTitle(owner: string, note: Note): Promise<Note> {
  // The note has been renamed or changed already, and only the answer was lost.
  if (note.revision > 1) return note;
  const { _id, revision } = note;
  const rows = await rowSealingOf(owner);
  const opened = await rows.openNote({ ...note, sealed: null, keyVersion: firstKeyVersion });
  const title = opened && (await conflictTitle(opened));
  if (!opened || title === null) return note;
  const { title: sealed } = await rows.sealNote(_id, { ...opened, title });
  const answer = await api.notes.update.mutate({ _id, ...noteContent(note), title: sealed, revision });
  return answer.note;
}
