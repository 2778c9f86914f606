import { createFileRoute } from '@tanstack/react-router';
import { HelpPage } from '../features/help/help-page.tsx';
import { loadWords } from '../words.ts';

export const Route = createFileRoute('/help')({
  staticData: { pageName: (LL) => LL.help.title() },
  loader: () => loadWords('disclaimer'),
  component: HelpPage,
});
