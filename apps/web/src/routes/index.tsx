import { createFileRoute, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Home } from '../features/home/home.tsx';
import { reportVisit } from '../features/home/report-visit.ts';
import { useSession } from '../session.ts';

export const Route = createFileRoute('/')({ component: HomePage });

function HomePage() {
  const router = useRouter();
  const session = useSession();
  useEffect(() => {
    if (session.status !== 'unknown') whenIdle(() => void reportVisit(session.status === 'in'));
  }, [session.status]);
  return (
    <Home
      onPrepareQuiz={() => void router.preloadRoute({ to: '/bodyscan' })}
      onOpenQuiz={() => void router.navigate({ to: '/bodyscan' })}
    />
  );
}

/** The report needs code that the first page does not; it waits until the page is done. */
function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(work, { timeout: 3_000 });
  else setTimeout(work, 1_000);
}
