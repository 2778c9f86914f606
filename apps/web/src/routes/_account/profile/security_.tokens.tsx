import { createFileRoute } from '@tanstack/react-router';
import { loadSecurity, Security } from './-security.tsx';

export const Route = createFileRoute('/_account/profile/security_/tokens')({
  staticData: { pageName: (LL) => LL.profile.config.tokens.title() },
  loader: loadSecurity,
  component: () => <Security open="/profile/security/tokens" />,
});
