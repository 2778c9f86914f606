import type { NoteCategory } from '@nuances/domain/axes';
import { createFileRoute } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { toApiError } from '@nuances/domain/api-error';
import { LoadError } from '../components/load-error.tsx';
import { useLazy } from '../i18n/use-lazy.ts';
import { useScanList } from '../scans/own-scans.ts';
import { ScanPage } from '../features/scan/scan-page.tsx';
import { LoadingPage } from '../features/shell/loading-page.tsx';
import { loadNamespaces, useI18n } from '../i18n/locale-store.ts';
import { refreshNotes } from '../note-store/note-store.ts';
import { loadNoteEditor } from './-load-note-editor.ts';

export const Route = createFileRoute('/_account/history_/$id')({
  staticData: { pageName: (LL) => LL.nav.scan() },
  loader: async ({ context, cause }) => {
    // When the previous page was a scan too, all scans are loaded.
    if (cause === 'enter') {
      context.prefetch(({ results }) => results.own.prefetch());
      void refreshNotes();
    }
    await loadNamespaces(
      'scan',
      'history',
      'result',
      'image',
      'error',
      'notes',
      'note',
      'status',
      'tags',
      'moment',
      'quick',
    );
  },
  component: ScanRoute,
});

function ScanRoute() {
  const { LL } = useI18n();
  const { id } = Route.useParams();
  const navigate = Route.useNavigate();
  const { list, scans } = useScanList();
  const scan = scans.find((one) => one.id === id.toLowerCase());
  const [category, setCategory] = useState<NoteCategory | null>(null);
  const closeEditor = () => setCategory(null);
  const editor = useLazy(category !== null, loadNoteEditor, closeEditor);
  /** The scan that is being deleted while this page closes. */
  const leaving = useRef<string | null>(null);
  const isMissing = !scan && list.isSuccess && !list.isFetching;

  useEffect(() => {
    if (isMissing && leaving.current !== id)
      void navigate({ to: '/history', replace: true, state: { missingScan: true } });
  }, [isMissing, id, navigate]);

  if (scan) {
    return (
      <>
        <ScanPage
          scan={scan}
          scans={scans}
          onWrite={setCategory}
          onLeaving={() => {
            leaving.current = scan.id;
          }}
        />
        {editor ? (
          <editor.WriteNote note={category && { category, linked: true }} scan={scan} onClose={closeEditor} />
        ) : null}
      </>
    );
  }
  if (!list.isError) return <LoadingPage />;
  const isAway = toApiError(list.error).code === 'network';
  const message = isAway ? `${LL.scan.notHere()} ${LL.scan.notHereMore()}` : LL.error.resultsLoad();
  return <LoadError message={message} onRetry={list.refetch} />;
}
