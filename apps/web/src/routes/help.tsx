import { createFileRoute } from '@tanstack/react-router';
import { HelpPage } from '../features/help/help-page.tsx';

export const Route = createFileRoute('/help')({
  staticData: { pageName: (LL) => LL.help.title() },
  component: HelpPage,
});
