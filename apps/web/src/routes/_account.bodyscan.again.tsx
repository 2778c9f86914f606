import { isRecentEnough } from '@nuances/domain/scan/kept';
import { LoadingBloom } from '@nuances/ui/loading-bloom';
import { createFileRoute, Navigate, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { report } from '../api/report.ts';
import { useNow } from '../browser/use-now.ts';
import { ScansError } from '../components/scans-state.tsx';
import { Quick } from '../features/quiz/quick.tsx';
import { runFrom, type QuizRun } from '../features/quiz/quiz-run.ts';
import { saveScan } from '../features/quiz/save-scan.ts';
import { openRun } from '../features/quiz/stored-run.ts';
import { loadNamespaces, useI18n } from '../i18n/locale-store.ts';
import { historyOf, type ShownScan } from '../offline/scans.ts';
import { useScanList } from '../scans/own-scans.ts';
import { prepareFinish, prepareTags } from './-prepare-finish.ts';

export const Route = createFileRoute('/_account/bodyscan/again')({
  staticData: { pageName: (LL) => LL.nav.quiz() },
  loader: async ({ context, cause }) => {
    if (cause === 'enter') context.prefetch(({ results }) => results.own.prefetch());
    const [stored] = await Promise.all([openRun('again'), loadNamespaces('quick', 'quiz', 'moment', 'error')]);
    return stored;
  },
  // The run is read again whenever the screen is opened.
  gcTime: 0,
  component: QuickPage,
});

/** The stored run, if it began with the last scan; else a new one. */
function runOn(last: ShownScan, stored: QuizRun): QuizRun {
  return stored.last?.id === last.id ? stored : runFrom(last);
}

function QuickPage() {
  const { LL } = useI18n();
  const now = useNow();
  const router = useRouter();
  const stored = Route.useLoaderData();
  const { list, scans } = useScanList();
  // The scan that is finished here becomes the last one while this is still shown.
  const [begun, setBegun] = useState<{ readonly last: ShownScan; readonly scans: readonly ShownScan[] } | null>(null);
  const newest = scans[0];
  const isKnown = list.isSuccess && !list.isPlaceholderData;
  if (begun === null && newest && (isKnown || list.isError)) setBegun({ last: newest, scans });

  // As for the quiz: the last step works offline too.
  useEffect(() => {
    prepareFinish(router);
    prepareTags();
  }, [router]);

  if (begun === null) {
    if (list.isError) return <ScansError list={list} />;
    return isKnown ? <Navigate to="/bodyscan" replace /> : <LoadingBloom text={LL.common.loading()} />;
  }
  if (!isRecentEnough(Date.parse(begun.last.createdAt), now)) return <Navigate to="/bodyscan" replace />;
  return (
    <Quick
      kept={runOn(begun.last, stored)}
      last={begun.last}
      scans={begun.scans}
      onStart={() => void report('results.startScan', undefined)}
      onFinish={async (run) => {
        const scan = await saveScan(run, 'again', 'unknown');
        const replace = router.state.location.pathname === '/bodyscan/again';
        const state = historyOf({ ...scan, keptFrom: begun.last.createdAt });
        await router.navigate({ to: '/result', state, replace });
      }}
    />
  );
}
