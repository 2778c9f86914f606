import { createFileRoute, Navigate } from '@tanstack/react-router';
import { Sessions } from '../features/account/sessions.tsx';
import { VaultPage, vaultPages } from '../features/vault/vault-page.tsx';
import { loadNamespaces } from '../i18n/locale-store.ts';

interface Search {
  /** The content of the former vault was deleted. */
  readonly anew?: true;
}

export const Route = createFileRoute('/_account/vault/$page')({
  staticData: { pageName: (LL) => LL.security.vault.name() },
  validateSearch: ({ anew }): Search => (anew === true ? { anew } : {}),
  loader: () =>
    loadNamespaces(
      ...(['vault', 'lock', 'sheet', 'security', 'passkey', 'codes', 'auth', 'field', 'profile', 'error'] as const),
    ),
  component: VaultRoute,
});

function VaultRoute() {
  const { page } = Route.useParams();
  const { anew = false } = Route.useSearch();
  const known = vaultPages.find((name) => name === page);
  if (!known) return <Navigate to="/profile/security/vault" replace />;
  return <VaultPage key={known} page={known} isAnew={anew} sessions={<Sessions />} />;
}
