import { loadNamespaces } from '../i18n/locale-store.ts';

/** The editor of notes with its texts, for a screen that opens it above itself. */
export async function loadNoteEditor() {
  const [{ WriteNote }] = await Promise.all([
    import('../features/notes/write-note.tsx'),
    loadNamespaces('notes', 'note', 'draft', 'outbox', 'error', 'reflect'),
  ]);
  return { WriteNote };
}
