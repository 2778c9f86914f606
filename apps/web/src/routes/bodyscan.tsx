import { createFileRoute, useRouter } from '@tanstack/react-router';
import { Quiz } from '../features/quiz/quiz.tsx';
import { saveScan } from '../features/quiz/save-scan.ts';
import { report } from '../report.ts';
import { useSession } from '../session.ts';
import { loadWords } from '../words.ts';

export const Route = createFileRoute('/bodyscan')({
  staticData: { pageName: (LL) => LL.nav.quiz() },
  loader: () => loadWords('quiz'),
  component: QuizPage,
});

function QuizPage() {
  const router = useRouter();
  const session = useSession();
  return (
    <Quiz
      alone={session.status !== 'in'}
      onStart={() => void report('/api/results/startScan')}
      onFinish={async (run) => {
        const scan = await saveScan(run);
        await router.navigate({ to: '/result', state: { scan } });
      }}
    />
  );
}
