import { Banner } from '@nuances/ui/banner';
import { Button } from '@nuances/ui/button';
import { ConfirmDialog } from '@nuances/ui/confirm-dialog';
import { IconButton } from '@nuances/ui/icon-button';
import { showToast } from '@nuances/ui/toast';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { showFailure } from '../../api/show-failure.ts';
import { useBusy } from '../../components/form/use-busy.ts';
import { useProof } from '../../components/use-proof.tsx';
import { useI18n } from '../../i18n/locale-store.ts';
import { acceptRows } from '../../vault/manifest-store.ts';
import { putSlotsBack } from '../../vault/slot-changes.ts';
import { useVault } from '../../keys/vault-view.ts';
import styles from './server-warning.module.css';
import { warningText } from './warning-text.ts';

/** What the server was caught at, below the bar, until the cause has gone. Closed, it comes back at the next start or lock. */
export function ServerWarning() {
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
