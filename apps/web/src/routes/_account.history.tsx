import { createFileRoute } from '@tanstack/react-router';
import { History } from '../features/history/history.tsx';
import { loadWords } from '../words.ts';

export const Route = createFileRoute('/_account/history')({
  staticData: { pageName: (LL) => LL.history.title() },
  loader: () => loadWords('history', 'image', 'error', 'quiz', 'result'),
  component: History,
});
