import { createFileRoute } from '@tanstack/react-router';
import { loadSecurity, Security } from './-security.tsx';

export const Route = createFileRoute('/_account/profile/security_/passkeys')({
  staticData: { pageName: (LL) => LL.security.passkeys.name() },
  loader: loadSecurity,
  component: () => <Security open="/profile/security/passkeys" />,
});
