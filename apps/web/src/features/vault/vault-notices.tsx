import { confirmFingerprint, refuseFingerprint } from '../../vault/open-vault.ts';
import { useVault } from '../../keys/vault-view.ts';
import { Banner } from '@nuances/ui/banner';
import { IconButton } from '@nuances/ui/icon-button';
import { Link, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { useI18n } from '../../i18n/locale-store.ts';
import { Button } from '@nuances/ui/button';
import { AppDialog } from '../../components/app-dialog.tsx';
import { Fingerprint } from '../../components/fingerprint.tsx';
import { ConfirmDialog } from '@nuances/ui/confirm-dialog';
import { showToast } from '@nuances/ui/toast';
import { showFailure } from '../../api/show-failure.ts';
import { useBusy } from '../../components/form/use-busy.ts';
import { useProof } from '../../components/use-proof.tsx';
import { acceptRows } from '../../vault/manifest-store.ts';
import { putSlotsBack } from '../../vault/slot-changes.ts';
import { warningText } from './warning-text.ts';
import styles from './server-warning.module.css';
import compareSheetStyles from './compare-sheet.module.css';

/** What an open vault asks or says above the screens: a fingerprint to compare, and what the server was caught at. */
export function VaultNotices({ onDiffered }: { readonly onDiffered: () => void }) {
  const { compare, fingerprint } = useVault();
  return (
    <>
      <ServerWarning />
      <FormerNotice />
      {compare !== null && fingerprint !== null ? (
        <CompareSheet
          fingerprint={fingerprint}
          why={compare}
          onSame={confirmFingerprint}
          onLater={confirmFingerprint}
          onDiffer={() => {
            onDiffered();
            void refuseFingerprint();
          }}
        />
      ) : null}
    </>
  );
}

/** Something on this device opens only by a way in from before a renewal. Closed, it comes back at the next start. */
function FormerNotice() {
  const { LL } = useI18n();
  const { needsFormer } = useVault();
  const isAsking = useLocation({ select: ({ pathname }) => pathname === '/vault/former' });
  const [isClosed, setIsClosed] = useState(false);
  if (!needsFormer || isAsking || isClosed) return null;
  return (
    <Banner
      className={styles.banner}
      action={
        <span className={styles.actions}>
          <span className={styles.last}>
            <Link to="/vault/$page" params={{ page: 'former' }} className={styles.see}>
              {LL.vault.former.give()}
            </Link>
            <IconButton icon="close" label={LL.action.close()} onClick={() => setIsClosed(true)} />
          </span>
        </span>
      }
    >
      {LL.vault.former.here()}
    </Banner>
  );
}

interface Props {
  readonly fingerprint: readonly string[];
  /** `renewed`: another device has renewed the key since. */
  readonly why: 'first' | 'renewed';
  readonly onSame: () => void;
  readonly onDiffer: () => void;
  readonly onLater: () => void;
}

/** At the first opening on a device, and after a renewal: the eight words, to be compared with another device. */
function CompareSheet({ fingerprint, why, onSame, onDiffer, onLater }: Props) {
  const { LL } = useI18n();
  const words = LL.vault.compare;
  const title = words.title();
  return (
    <AppDialog
      open
      title={title}
      lead={why === 'renewed' ? LL.vault.renew.done() : words.text()}
      closeLabel={words.later()}
      onClose={onLater}
    >
      <div className={compareSheetStyles.words}>
        <Fingerprint words={fingerprint} />
      </div>
      <div className={compareSheetStyles.choices}>
        <Button variant="primary" size="large" onClick={onSame}>
          {words.same()}
        </Button>
        <Button size="large" onClick={onDiffer}>
          {words.differ()}
        </Button>
        <Button variant="quiet" wide onClick={onLater}>
          {words.later()}
        </Button>
      </div>
    </AppDialog>
  );
}

/** What the server was caught at, below the bar, until the cause has gone. Closed, it comes back at the next start or lock. */
function ServerWarning() {
  const { LL } = useI18n();
  const words = LL.vault.server;
  const { owner, warning } = useVault();
  const [closed, setClosed] = useState<typeof warning>(null);
  const [isAsking, setIsAsking] = useState(false);
  const [busy, run] = useBusy();
  const { withProof, layer } = useProof();
  if (warning === null || warning === closed) return null;
  /** What the person may decide about a warning, and what it asks. */
  const choices = {
    missing: {
      label: words.keep(),
      question: { title: words.keepTitle(), text: words.keepText(), confirmLabel: words.keepConfirm() },
      decide: async (account: string) => acceptRows(account),
    },
    former: {
      label: words.putBack(),
      question: { title: words.putBackTitle(), text: words.putBackText(), confirmLabel: words.putBackConfirm() },
      decide: async () => withProof(putSlotsBack),
    },
  };
  const choice = warning === 'missing' || warning === 'former' ? choices[warning] : null;
  const decide = async () => {
    if (owner === null || !choice) return;
    try {
      const isDone = await choice.decide(owner);
      if (isDone !== null) setIsAsking(false);
      if (isDone === false) showToast({ kind: 'error', text: LL.error.vaultChanged() });
    } catch (error) {
      showFailure(error);
    }
  };
  return (
    <>
      <Banner
        className={styles.banner}
        action={
          <span className={styles.actions}>
            {choice ? (
              <Button size="small" onClick={() => setIsAsking(true)}>
                {choice.label}
              </Button>
            ) : null}
            <span className={styles.last}>
              <Link to="/profile/security/check" className={styles.see}>
                {words.see()}
              </Link>
              <IconButton icon="close" label={LL.action.close()} onClick={() => setClosed(warning)} />
            </span>
          </span>
        }
      >
        {warningText(LL, warning)}
      </Banner>
      {choice ? (
        <ConfirmDialog
          open={isAsking}
          {...choice.question}
          keepLabel={words.keepNot()}
          danger={false}
          busy={busy}
          busyLabel={choice.question.confirmLabel}
          onConfirm={() => void run(decide)}
          onClose={() => setIsAsking(false)}
        />
      ) : null}
      {layer}
    </>
  );
}
