import { openText, sealText } from '@nuances/crypto/note-envelope';
import { limits } from '@nuances/domain/limits';
import { api } from '../api/client.ts';
import { loadNamespaces, currentI18n } from '../i18n/locale-store.ts';
import { noteKeyOf } from './note-key.ts';
import type { SealedNote } from './note.ts';

/**
 * Says in the title of the text that another device wrote that it is the other version: the server keeps both texts of a
 * note under one title, and cannot read it.
 * @returns the note as it is stored then
 * @throws as the calls do; the text itself is never changed
 */
export async function markConflictTitle(owner: string, note: SealedNote): Promise<SealedNote> {
  // It was named, or written to, before an answer was lost.
  if (note.revision > 1) return note;
  await loadNamespaces('notes');
  const { LL } = currentI18n();
  const key = await noteKeyOf(owner);
  const before = await openText(key, note.title);
  const title = LL.notes.conflict.copyTitle({ title: before === '' ? LL.notes.untitled() : before });
  if (title.length > limits.noteTitle.max) return note;
  const { _id, text, categoryId, scanResultId, revision } = note;
  const answer = await api.notes.update.mutate({
    _id,
    title: await sealText(key, title),
    text,
    categoryId,
    scanResultId,
    revision,
  });
  return answer.note;
}
