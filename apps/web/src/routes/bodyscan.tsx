import { dayFromIso, dayOf, isOpenDay, type LocalDay } from '@nuances/domain/local-day';
import { chosenMomentOf, type ChosenMoment } from '@nuances/domain/scan/moment';
import { createFileRoute, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { openRun } from '../features/quiz/stored-run.ts';
import { isStarted, momentOf } from '../features/quiz/quiz-run.ts';
import { Quiz } from '../features/quiz/quiz.tsx';
import { saveScan } from '../features/quiz/save-scan.ts';
import { historyOf } from '../offline/scans.ts';
import { report } from '../api/report.ts';
import { onIdle } from '../browser/idle.ts';
import { LoadingPage } from '../features/shell/loading-page.tsx';
import { currentUserId, useSession } from '../session/session-store.ts';
import { loadNamespaces } from '../i18n/locale-store.ts';
import { prepareFinish, prepareTags } from './-prepare-finish.ts';
import { VaultGate } from './-vault-gate.tsx';

/** `?day=YYYY-MM-DD&moment=evening`: the scan is for a moment of an earlier day. */
interface QuizSearch {
  readonly day?: string;
  readonly moment?: ChosenMoment;
}

/** The day of the scan when it is an earlier one that a logged-in person may choose; null for a scan of now. */
function openDayOf({ day: text }: QuizSearch, member: boolean): LocalDay | null {
  const day = text === undefined || !member ? null : dayFromIso(text);
  const today = dayOf(Date.now());
  return day !== null && day !== today && isOpenDay(day, today) ? day : null;
}

export const Route = createFileRoute('/bodyscan')({
  validateSearch: ({ day, moment: text }): QuizSearch => {
    const moment = chosenMomentOf(text);
    return { ...(typeof day === 'string' && { day }), ...(moment && { moment }) };
  },
  staticData: { pageName: (LL) => LL.nav.quiz() },
  loaderDeps: ({ search }) => search,
  loader: async ({ deps }) => {
    const owner = currentUserId();
    const day = openDayOf(deps, owner !== null);
    const [kept] = await Promise.all([
      openRun(day),
      loadNamespaces('quiz', ...(day === null ? [] : ['moment' as const])),
    ]);
    return { kept: { ...kept, moment: deps.moment ?? kept.moment }, owner, day };
  },
  // The run is read again whenever the quiz is opened.
  gcTime: 0,
  component: QuizPage,
});

function QuizPage() {
  const router = useRouter();
  const session = useSession();

  // The day stays what it was when the quiz was opened, also after midnight.
  const { kept, owner, day } = Route.useLoaderData();
  // After a login, or the end of a session, the run is another one, or sealed from then on.
  const isOutdated = owner !== (session.status === 'in' ? session.userId : null);
  useEffect(() => {
    if (isOutdated) void router.invalidate({ sync: true });
    // Again where another one logged in meanwhile.
  }, [isOutdated, owner, router]);
  // From the first answer on: who only looks at the first question pays nothing for it.
  const [isBegun, setIsBegun] = useState(() => isStarted(kept));
  useEffect(() => {
    if (isBegun) prepareFinish(router);
  }, [isBegun, router]);
  const member = session.status === 'in';
  useEffect(() => {
    if (!member) return;
    // A visitor's scan is neither sent nor tagged.
    prepareTags();
    onIdle(() => loadNamespaces('error'));
  }, [member]);

  const search = Route.useSearch();
  if (isOutdated) return <LoadingPage />;
  const quiz = (
    <Quiz
      key={`${search.day} ${search.moment}`}
      // The page that the build makes is the same for everybody: some people continue at a later question.
      isFrame={session.status === 'unknown'}
      day={day}
      kept={kept}
      member={member}
      onStart={() => {
        setIsBegun(true);
        void report('results.startScan', undefined);
      }}
      onFinish={async (run) => {
        const scan = await saveScan(run, day, momentOf(kept));
        // Back leads to the screen before the quiz, not to a new first question.
        const replace = router.state.location.pathname === '/bodyscan';
        await router.navigate({ to: '/result', state: historyOf(scan), replace });
      }}
    />
  );
  return session.status === 'in' ? (
    <VaultGate key={session.userId} userId={session.userId}>
      {quiz}
    </VaultGate>
  ) : (
    quiz
  );
}
