import { noteDay } from '@nuances/i18n/dates';
import { showToast } from '@nuances/ui/toast';
import { downloadFile } from '../../browser/download.ts';
import { currentI18n } from '../../i18n/locale-store.ts';
import type { AnyNote, Note } from '../../note-store/note.ts';

/** A note as plain text: title, day and category, text. */
function asText(note: Note): string {
  const { LL, locale } = currentI18n();
  const about = `${noteDay(new Date(note.createdAt), locale)} · ${LL.note.input[note.categoryId]()}`;
  return [...(note.title === '' ? [] : [note.title]), about, '', note.text, ''].join('\n');
}

/** Copies a note as plain text to the clipboard, and confirms it with a toast. */
export async function copyNote(note: AnyNote): Promise<void> {
  if (note.locked) return;
  const { LL } = currentI18n();
  try {
    await navigator.clipboard.writeText(asText(note));
    showToast({ kind: 'success', text: LL.notes.copied() });
  } catch {
    showToast({ kind: 'error', text: LL.error.unexpected() });
  }
}

/** Downloads a note as a text file. */
export function saveNoteAsText(note: AnyNote): void {
  if (note.locked) return;
  downloadFile(`nuances-note-${note.createdAt.slice(0, 10)}.txt`, asText(note), 'text/plain;charset=utf-8');
}
