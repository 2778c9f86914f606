import { createFileRoute } from '@tanstack/react-router';
import { loadSecurity, Security } from './-security.tsx';

export const Route = createFileRoute('/_account/profile/security_/vault')({
  staticData: { pageName: (LL) => LL.security.vault.name() },
  loader: loadSecurity,
  component: () => <Security open="/profile/security/vault" />,
});
