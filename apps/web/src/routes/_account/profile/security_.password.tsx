import { createFileRoute } from '@tanstack/react-router';
import { loadSecurity, Security } from './-security.tsx';

export const Route = createFileRoute('/_account/profile/security_/password')({
  staticData: { pageName: (LL) => LL.security.password.name() },
  loader: loadSecurity,
  component: () => <Security open="/profile/security/password" />,
});
