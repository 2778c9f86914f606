import { createFileRoute } from '@tanstack/react-router';
import { loadSecurity, Security } from './-security.tsx';

export const Route = createFileRoute('/_account/profile/security_/codes')({
  staticData: { pageName: (LL) => LL.security.codes.name() },
  loader: loadSecurity,
  component: () => <Security open="/profile/security/codes" />,
});
