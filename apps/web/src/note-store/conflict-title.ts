import { firstWordsMax } from '@nuances/domain/cut-text';
import { limits } from '@nuances/domain/limits';
import { noteContent } from '@nuances/domain/note/fields';
import type { VaultNote } from '@nuances/domain/vault/content';
import { api } from '../api/client.ts';
import type { RouterOutputs } from '../api/router-types.ts';
import { loadNamespaces, currentI18n } from '../i18n/locale-store.ts';
import { noteName } from '../i18n/note-name.ts';
import { rowSealingOf } from '../keys/row-sealing.ts';

/** Title of a note that has the text of another device: `other version`, and its number from the second one on. */
const numbered = (title: string, count: number) => (count > 1 ? `${title} ${count}` : title);

/**
 * The title of the note that has the text of another device, unlike that of every other note: that note may be such a one
 * itself, and there may be one of an earlier conflict.
 * @param copyId the note that gets the title
 * @returns null when there is no room for it
 */
export async function conflictTitle(theirs: VaultNote, copyId: string): Promise<string | null> {
  const [{ currentNotes }] = await Promise.all([import('./note-store.ts'), loadNamespaces('notes', 'note')]);
  const { LL } = currentI18n();
  const { copyTitle } = LL.notes.conflict;
  // The mark stays in sight in the two lines that a card has for a title.
  const name = noteName(LL, theirs, firstWordsMax.row);
  const mark = copyTitle({ title: '' });
  const at = name.lastIndexOf(mark);
  const isCopy = at > 0 && /^(?: \d+)?$/.test(name.slice(at + mark.length));
  const first = copyTitle({ title: isCopy ? name.slice(0, at) : name });
  const others = currentNotes().notes.flatMap((note) => (note.locked || note.id === copyId ? [] : [note.title]));
  const taken = new Set([...others, theirs.title]);
  let count = 1;
  while (taken.has(numbered(first, count))) count += 1;
  const title = numbered(first, count);
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
  const opened = await rows.openNote(note);
  const title = opened && (await conflictTitle(opened, _id));
  if (!opened || title === null) return note;
  const { title: sealed } = await rows.sealNote(_id, { ...opened, title });
  const answer = await api.notes.update.mutate({ _id, ...noteContent(note), title: sealed, revision });
  return answer.note;
}
