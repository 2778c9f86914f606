import { showToast } from '@nuances/ui/toast';
import { Navigate, useNavigate } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { currentI18n } from '../../i18n/locale-store.ts';
import { useVaultHere } from '../../vault/use-vault-here.ts';
import { AddVaultPasskey } from './add-vault-passkey.tsx';
import { BeginAnew } from './begin-anew.tsx';
import { ChangePassphrase } from './change-passphrase.tsx';
import { FormerKey } from './former-key.tsx';
import { NewCode } from './new-code.tsx';
import { Sealed } from './sealed.tsx';
import { Sealing } from './sealing.tsx';
import { TurnOn } from './turn-on.tsx';

/** The pages about a vault that take the whole screen, as their addresses name them. */
export const vaultPages = ['on', 'renew', 'passphrase', 'code', 'passkey', 'anew', 'sealing', 'former'] as const;

interface Props {
  readonly page: (typeof vaultPages)[number];
  /** The content of the former vault was deleted. */
  readonly isAnew: boolean;
  /** Where a session is ended. */
  readonly sessions: ReactNode;
}

/** One page about the vault. What does not fit the state of the vault leads to where the state is shown. */
export function VaultPage({ page, isAnew, sessions }: Props) {
  const { mode } = useVaultHere();
  const navigate = useNavigate();
  const leave = () => void navigate({ to: '/profile/security/vault', replace: true });
  const follow = () => void navigate({ to: '/vault/$page', params: { page: 'sealing' }, replace: true });
  if (page === 'sealing') return <Move onLeave={() => void navigate({ to: '/dashboard' })} />;
  if (mode === 'unknown') return null;
  if (mode === 'moving') return <Navigate to="/vault/$page" params={{ page: 'sealing' }} replace />;
  if (mode === 'none') {
    return page === 'on' ? (
      <TurnOn why={isAnew ? 'anew' : 'first'} onLeave={leave} onBegun={follow} />
    ) : (
      <Navigate to="/profile/security/vault" replace />
    );
  }
  switch (page) {
    case 'renew':
      return <TurnOn why="renewal" sessions={sessions} onLeave={leave} onBegun={follow} />;
    case 'passphrase':
      return <ChangePassphrase onLeave={leave} />;
    case 'former':
      return <FormerKey onLeave={() => void navigate({ to: '/dashboard' })} />;
    case 'code':
      return <NewCode onLeave={leave} />;
    case 'passkey':
      return <AddVaultPasskey onLeave={() => void navigate({ to: '/profile/security/passkeys', replace: true })} />;
    case 'anew':
      return (
        <BeginAnew
          onLeave={leave}
          onErased={() =>
            void navigate({ to: '/vault/$page', params: { page: 'on' }, search: { anew: true }, replace: true })
          }
        />
      );
    case 'on':
      return <Navigate to="/profile/security/vault" replace />;
  }
}

/** How far a move is, and what it ended with. */
function Move({ onLeave }: { readonly onLeave: () => void }) {
  const { mode, isRenewal, fingerprint } = useVaultHere();
  const [wasRenewal, setWasRenewal] = useState(isRenewal);
  if (isRenewal && !wasRenewal) setWasRenewal(true);
  const navigate = useNavigate();
  useEffect(() => {
    if (mode !== 'none') return;
    showToast({ kind: 'success', text: currentI18n().LL.vault.off.done() });
    void navigate({ to: '/profile/security/vault', replace: true });
  }, [mode, navigate]);
  if (mode === 'moving') return <Sealing onLeave={onLeave} />;
  return mode === 'vault' ? <Sealed fingerprint={fingerprint} isRenewed={wasRenewal} onClose={onLeave} /> : null;
}
