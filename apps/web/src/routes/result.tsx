import { createFileRoute, redirect, useLocation } from '@tanstack/react-router';
import { Result } from '../features/results/result.tsx';
import { openModal } from '../modals.ts';
import { latestKeptScan } from '../offline/outbox.ts';
import type { ShownScan } from '../router.tsx';
import { sessionNow, useSession } from '../session.ts';
import { loadWords } from '../words.ts';

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

function ResultPage() {
  const kept = Route.useLoaderData();
  const handedOver = useLocation({ select: ({ state }) => shownTo(state.scan) });
  const loggedIn = useSession().status === 'in';
  return <Result scan={handedOver ?? kept} loggedIn={loggedIn} onLogin={() => openModal({ name: 'login' })} />;
}
