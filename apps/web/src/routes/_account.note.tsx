import { noteCategories } from '@nuances/domain/axes';
import { createFileRoute } from '@tanstack/react-router';
import { Notes, type NoteRequest } from '../features/notes/notes.tsx';
import { refreshNotes } from '../note-store/note-store.ts';
import { loadNamespaces } from '../i18n/locale-store.ts';

/** The editor in the address: `?new=CATEGORY&scan=ID` for a new note, `?edit=ID` for one that is there. */
interface NoteSearch {
  readonly new?: (typeof noteCategories)[number];
  readonly scan?: string;
  readonly edit?: string;
}

export const Route = createFileRoute('/_account/note')({
  staticData: { pageName: (LL) => LL.notes.title() },
  validateSearch: (search): NoteSearch => {
    const category = noteCategories.find((id) => id === search['new']);
    const { scan, edit } = search;
    if (category) return { new: category, ...(typeof scan === 'string' ? { scan } : {}) };
    return typeof edit === 'string' ? { edit } : {};
  },
  loader: async ({ cause }) => {
    // Opening the editor is no new visit, and neither is a preload.
    void refreshNotes({ log: cause === 'enter' });
    await loadNamespaces('notes', 'note', 'status', 'draft', 'outbox', 'error', 'reflect');
  },
  shouldReload: ({ cause }) => cause === 'enter',
  component: NotesPage,
});

function requestOf(search: NoteSearch): NoteRequest | null {
  if (search.new) return { kind: 'new', categoryId: search.new, scanResultId: search.scan ?? null };
  return search.edit === undefined ? null : { kind: 'edit', id: search.edit };
}

function searchOf(request: NoteRequest | null): NoteSearch {
  if (request === null) return {};
  if (request.kind === 'edit') return { edit: request.id };
  const { categoryId, scanResultId } = request;
  return { new: categoryId, ...(scanResultId === null ? {} : { scan: scanResultId }) };
}

function NotesPage() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const ask = (request: NoteRequest | null) =>
    void navigate({ search: searchOf(request), replace: request === null, resetScroll: false });
  return <Notes request={requestOf(search)} onRequest={ask} />;
}
