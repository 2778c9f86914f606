import { createFileRoute } from '@tanstack/react-router';
import { PrivacyPage } from '../features/privacy/privacy-page.tsx';
import { loadWords } from '../words.ts';

export const Route = createFileRoute('/privacy')({
  staticData: { pageName: (LL) => LL.privacy.title() },
  loader: () => loadWords('privacy'),
  component: PrivacyPage,
});
