import { createFileRoute } from '@tanstack/react-router';
import { loadSecurity, Security } from './-security.tsx';

export const Route = createFileRoute('/_account/profile/security')({
  staticData: { pageName: (LL) => LL.security.title() },
  loader: loadSecurity,
  component: () => <Security />,
});
