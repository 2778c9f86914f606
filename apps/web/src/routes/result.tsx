import { createFileRoute, redirect, useLocation } from '@tanstack/react-router';
import { Result } from '../features/results/result.tsx';
import { openModal } from '../modals.ts';
import { latestKeptScan } from '../offline/outbox.ts';
import { useSession } from '../session.ts';
import { loadWords } from '../words.ts';

export const Route = createFileRoute('/result')({
  staticData: { pageName: (LL) => LL.result.title() },
  loader: async ({ location }) => {
    await loadWords('result', 'image', 'status', 'outbox');
    const scan = location.state.scan ?? (await latestKeptScan());
    if (!scan) throw redirect({ to: '/', replace: true });
    return scan;
  },
  component: ResultPage,
});

function ResultPage() {
  const kept = Route.useLoaderData();
  const handedOver = useLocation({ select: ({ state }) => state.scan });
  const loggedIn = useSession().status === 'in';
  return <Result scan={handedOver ?? kept} loggedIn={loggedIn} onLogin={() => openModal({ name: 'login' })} />;
}
