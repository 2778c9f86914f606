import { createFileRoute } from '@tanstack/react-router';
import { loadSecurity, Security } from './-security.tsx';

export const Route = createFileRoute('/_account/profile/security_/lock')({
  staticData: { pageName: (LL) => LL.security.lock.name() },
  loader: loadSecurity,
  component: () => <Security open="/profile/security/lock" />,
});
