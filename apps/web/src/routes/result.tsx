import type { NoteCategory } from '@nuances/domain/axes';
import { createFileRoute, redirect, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { Result } from '../features/results/result.tsx';
import { openModal } from '../session/auth-dialog-store.ts';
import { latestKeptScan, useDisowned } from '../offline/scans.ts';
import { useOnDemand } from '../browser/use-lazy.ts';
import type { ShownScan } from '../router.tsx';
import { sessionNow, useSession } from '../session/session-store.ts';
import { loadWords } from '../i18n/locale-store.ts';

/** What the history of a shared browser holds of somebody else's is not shown. */
function shownTo(scan: ShownScan | undefined): ShownScan | undefined {
  const session = sessionNow();
  const mine = scan?.owner === null || (session.status === 'in' && scan?.owner === session.userId);
  return mine ? scan : undefined;
}

export const Route = createFileRoute('/result')({
  staticData: { pageName: (LL) => LL.result.title() },
  loader: async ({ location }) => {
    await loadWords('result', 'image', 'status', 'outbox');
    const scan = shownTo(location.state.scan) ?? (await latestKeptScan());
    if (!scan) throw redirect({ to: '/', replace: true });
    return scan;
  },
  component: ResultPage,
});

const loadEditor = async () => {
  const [{ WriteNote }] = await Promise.all([
    import('../features/notes/write-note.tsx'),
    loadWords('notes', 'note', 'draft', 'error', 'reflect'),
  ]);
  return { WriteNote };
};

function ResultPage() {
  const kept = Route.useLoaderData();
  const handedOver = useLocation({ select: ({ state }) => shownTo(state.scan) });
  const scan = handedOver ?? kept;
  const loggedIn = useSession().status === 'in';
  const disowned = useDisowned(scan.id);
  const [note, setNote] = useState<{ category: NoteCategory; linked: boolean } | null>(null);
  const stop = () => setNote(null);
  const editor = useOnDemand(note !== null, loadEditor, stop);

  const write = (chosen: NoteCategory) => {
    if (loggedIn) setNote({ category: chosen, linked: !disowned });
    // The editor waits behind the login, with the same category and scan.
    else
      openModal({ name: 'login', target: `/note?new=${chosen}${disowned ? '' : `&scan=${scan.id}`}`, reason: 'note' });
  };
  return (
    <>
      <Result scan={scan} loggedIn={loggedIn} onLogin={() => openModal({ name: 'login' })} onWrite={write} />
      {editor ? <editor.WriteNote note={note} scan={scan} onClose={stop} /> : null}
    </>
  );
}
