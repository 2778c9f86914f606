import type { NoteCategory } from '@nuances/domain/axes';
import { createFileRoute, redirect, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { Result } from '../features/results/result.tsx';
import { openAuthDialog } from '../session/auth-dialog-store.ts';
import { latestLocalScan, useUnclaimed, type ShownScan } from '../offline/scans.ts';
import { useLazy } from '../browser/use-lazy.ts';
import { currentSession, useSession } from '../session/session-store.ts';
import { loadNamespaces } from '../i18n/locale-store.ts';

/** What the history of a shared browser holds of somebody else's is not shown. */
function shownTo(scan: ShownScan | undefined): ShownScan | undefined {
  const session = currentSession();
  const mine = scan?.owner === null || (session.status === 'in' && scan?.owner === session.userId);
  return mine ? scan : undefined;
}

export const Route = createFileRoute('/result')({
  staticData: { pageName: (LL) => LL.result.title() },
  loader: async ({ location }) => {
    await loadNamespaces('result', 'image', 'status', 'outbox');
    const scan = shownTo(location.state.scan) ?? (await latestLocalScan());
    if (!scan) throw redirect({ to: '/', replace: true });
    return scan;
  },
  component: ResultPage,
});

const loadEditor = async () => {
  const [{ WriteNote }] = await Promise.all([
    import('../features/notes/write-note.tsx'),
    loadNamespaces('notes', 'note', 'draft', 'error', 'reflect'),
  ]);
  return { WriteNote };
};

function ResultPage() {
  const kept = Route.useLoaderData();
  const handedOver = useLocation({ select: ({ state }) => shownTo(state.scan) });
  const scan = handedOver ?? kept;
  const loggedIn = useSession().status === 'in';
  const disowned = useUnclaimed(scan.id);
  const [note, setNote] = useState<{ category: NoteCategory; linked: boolean } | null>(null);
  const stop = () => setNote(null);
  const editor = useLazy(note !== null, loadEditor, stop);

  const write = (chosen: NoteCategory) => {
    if (loggedIn) setNote({ category: chosen, linked: !disowned });
    // The editor waits behind the login, with the same category and scan.
    else
      openAuthDialog({
        name: 'login',
        target: `/note?new=${chosen}${disowned ? '' : `&scan=${scan.id}`}`,
        reason: 'note',
      });
  };
  return (
    <>
      <Result scan={scan} loggedIn={loggedIn} onLogin={() => openAuthDialog({ name: 'login' })} onWrite={write} />
      {editor ? <editor.WriteNote note={note} scan={scan} onClose={stop} /> : null}
    </>
  );
}
