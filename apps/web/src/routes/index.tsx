import { createFileRoute, redirect, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Home } from '../features/home/home.tsx';
import { reportVisit } from '../features/home/report-visit.ts';
import { currentSession, useSession } from '../session/session-store.ts';
import { onIdle } from '../browser/idle.ts';

interface Search {
  /** Start address of the installed app; see the manifest. */
  readonly app?: boolean;
}

export const Route = createFileRoute('/')({
  validateSearch: (search): Search => ('app' in search ? { app: true } : {}),
  beforeLoad: ({ search }) => {
    if (search.app && currentSession().status === 'in') throw redirect({ to: '/dashboard', replace: true });
  },
  component: HomePage,
});

function HomePage() {
  const router = useRouter();
  const session = useSession();
  useEffect(() => {
    // The report needs code that the first page does not have.
    if (session.status !== 'unknown') onIdle(() => void reportVisit(session.status === 'in'));
  }, [session.status]);
  return (
    <Home
      onPrepareQuiz={() => void router.preloadRoute({ to: '/bodyscan' })}
      onOpenQuiz={() => void router.navigate({ to: '/bodyscan' })}
    />
  );
}
