import { createFileRoute } from '@tanstack/react-router';
import { loadSecurity, Security } from './-security.tsx';

export const Route = createFileRoute('/_account/profile/security_/sessions')({
  staticData: { pageName: (LL) => LL.profile.config.sessions.title() },
  loader: loadSecurity,
  component: () => <Security open="/profile/security/sessions" />,
});
