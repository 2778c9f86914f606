import { noteCategories } from '@nuances/domain/axes';
import { dayFromIso, isoDay } from '@nuances/domain/local-day';
import { createFileRoute } from '@tanstack/react-router';
import { useEffect } from 'react';
import { openDayOf } from '../features/notes/calendar-date.ts';
import { Notes, type NoteRequest } from '../features/notes/notes.tsx';
import { onLock } from '../keys/lock-listeners.ts';
import { refreshNotes } from '../note-store/note-store.ts';
import { loadNamespaces } from '../i18n/locale-store.ts';

/**
 * The editor's state in the address: `?new=CATEGORY&scan=ID&day=YYYY-MM-DD` for a new note (scan and earlier day are
 * optional), `?edit=ID` for an existing one.
 */
interface NoteSearch {
  readonly new?: (typeof noteCategories)[number];
  readonly scan?: string;
  readonly day?: string;
  readonly edit?: string;
}

export const Route = createFileRoute('/_account/note')({
  staticData: { pageName: (LL) => LL.notes.title() },
  validateSearch: (search): NoteSearch => {
    const category = noteCategories.find((id) => id === search['new']);
    const { scan, day, edit } = search;
    if (category)
      return {
        new: category,
        ...(typeof scan === 'string' ? { scan } : {}),
        ...(typeof day === 'string' ? { day } : {}),
      };
    return typeof edit === 'string' ? { edit } : {};
  },
  loader: async ({ cause }) => {
    // Opening the editor is no new visit, and neither is a preload.
    void refreshNotes({ log: cause === 'enter' });
    await loadNamespaces('notes', 'note', 'print', 'status', 'draft', 'outbox', 'error', 'reflect', 'moment');
  },
  shouldReload: ({ cause }) => cause === 'enter',
  component: NotesPage,
});

function requestOf(search: NoteSearch): NoteRequest | null {
  if (search.new) {
    const day = search.day === undefined ? null : openDayOf(dayFromIso(search.day));
    return { kind: 'new', categoryId: search.new, scanResultId: search.scan ?? null, day };
  }
  return search.edit === undefined ? null : { kind: 'edit', id: search.edit };
}

function searchOf(request: NoteRequest | null): NoteSearch {
  if (request === null) return {};
  if (request.kind === 'edit') return { edit: request.id };
  const { categoryId, scanResultId, day } = request;
  return {
    new: categoryId,
    ...(scanResultId === null ? {} : { scan: scanResultId }),
    ...(day === null ? {} : { day: isoDay(day) }),
  };
}

function NotesPage() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  useEffect(() => {
    if (search.new === undefined || search.new === 'other') return undefined;
    // The address stays over a closed vault, which seals the category: the draft has it.
    return onLock({ drop: () => void navigate({ search: { ...search, new: 'other' }, replace: true }) });
  }, [search, navigate]);
  const ask = (request: NoteRequest | null) =>
    void navigate({ search: searchOf(request), replace: request === null, resetScroll: false });
  return <Notes request={requestOf(search)} onRequest={ask} />;
}
