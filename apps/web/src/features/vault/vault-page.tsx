import { showToast } from '@nuances/ui/toast';
import { Navigate, useNavigate } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode, useId } from 'react';
import { currentI18n, useI18n } from '../../i18n/locale-store.ts';
import { useVaultHere } from '../../vault/use-vault-here.ts';
import { AddVaultPasskey } from './add-vault-passkey.tsx';
import { BeginAnew } from './begin-anew.tsx';
import { FormerKey } from './former-key.tsx';
import { NewCode } from './new-code.tsx';
import { Sealing } from './sealing.tsx';
import { TurnOn } from './turn-on.tsx';
import { countText } from '@nuances/i18n/plural';
import { Button } from '@nuances/ui/button';
import { ClosedBloom } from '@nuances/ui/closed-bloom';
import { trpc } from '../../api/queries.tsx';
import { Fingerprint } from '../../components/fingerprint.tsx';
import { StepPage } from './steps/step-page.tsx';
import type { SlotProof } from '../../vault/slot-changes.ts';
import { PassphraseStep } from './steps/passphrase-step.tsx';
import { SlotProofStep } from './steps/slot-proof.tsx';
import { useSlotChange } from './use-slot-change.ts';
import styles from './sealing.module.css';

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

interface SealedProps {
  readonly fingerprint: readonly string[] | null;
  readonly isRenewed: boolean;
  readonly onClose: () => void;
}

/** The end of the sealing: the fingerprint, and what still opens with the former key. */
function Sealed({ fingerprint, isRenewed, onClose }: SealedProps) {
  const { LL, locale } = useI18n();
  const words = LL.vault.done;
  const id = useId();
  const { data } = trpc.vault.backups.useQuery();
  const kept = data?.kept ?? null;
  return (
    <StepPage
      title={words.title()}
      lead={isRenewed ? LL.vault.renew.done() : words.lead()}
      leave={{ icon: 'close', go: onClose }}
      picture={<ClosedBloom />}
      foot={
        <Button variant="primary" size="large" onClick={onClose}>
          {words.close()}
        </Button>
      }
    >
      {fingerprint ? (
        <div className={styles.panel}>
          <h2 id={id}>{words.print()}</h2>
          <Fingerprint words={fingerprint} labelledBy={id} />
        </div>
      ) : null}
      <p className="t-small-2">{words.printMore()}</p>
      <p className={styles.backups}>
        {kept === null ? words.backupsAny() : countText(words.backups, locale, kept)} {words.backupsElsewhere()}
      </p>
    </StepPage>
  );
}

/** A new passphrase for the vault, after what opens it was given once more. */
function ChangePassphrase({ onLeave }: { readonly onLeave: () => void }) {
  const words = useI18n().LL.vault.change;
  const { busy, message, clear, layer, replacePassphrase } = useSlotChange(onLeave);
  const [proof, setProof] = useState<SlotProof | null>(null);
  const change = async (given: SlotProof, passphrase: string) => {
    if (await replacePassphrase(given, passphrase)) setProof(null);
  };
  return (
    <>
      {proof ? (
        <PassphraseStep
          lead={words.text()}
          leave={{ icon: 'left', go: () => setProof(null) }}
          password={null}
          busy={busy}
          message={message}
          onChosen={(passphrase) => void change(proof, passphrase)}
        />
      ) : (
        <SlotProofStep
          title={words.title()}
          lead={words.text()}
          message={message}
          onLeave={onLeave}
          onProof={(given) => {
            clear();
            setProof(given);
          }}
        />
      )}
      {layer}
    </>
  );
}
