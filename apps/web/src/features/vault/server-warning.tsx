import { toApiError } from '@nuances/domain/api-error';
import { Banner } from '@nuances/ui/banner';
import { Button } from '@nuances/ui/button';
import { ConfirmDialog } from '@nuances/ui/confirm-dialog';
import { IconButton } from '@nuances/ui/icon-button';
import { showToast } from '@nuances/ui/toast';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useI18n } from '../../i18n/locale-store.ts';
import { sentenceOf } from '../../i18n/sentence-of.ts';
import { acceptRows } from '../../vault/manifest-keeper.ts';
import { useVault } from '../../vault/vault-view.ts';
import styles from './server-warning.module.css';
import { warningText } from './warning-text.ts';

/** What the server was caught at, below the bar, until the cause has gone. Closed, it comes back at the next start or lock. */
export function ServerWarning() {
  const { LL } = useI18n();
  const words = LL.vault.server;
  const { owner, warning } = useVault();
  const [closed, setClosed] = useState<typeof warning>(null);
  const [isAsking, setIsAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  if (warning === null || warning === closed) return null;
  const accept = async () => {
    if (owner === null) return;
    setBusy(true);
    try {
      if (await acceptRows(owner)) setIsAsking(false);
      else showToast({ kind: 'error', text: LL.error.vaultChanged() });
    } catch (error) {
      showToast({ kind: 'error', text: sentenceOf(toApiError(error))() });
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Banner
        className={styles.banner}
        action={
          <span className={styles.actions}>
            {warning === 'missing' ? (
              <Button variant="outline" size="small" onClick={() => setIsAsking(true)}>
                {words.keep()}
              </Button>
            ) : null}
            <Link to="/profile/security/check" className={styles.see}>
              {words.see()}
            </Link>
            <IconButton icon="close" label={LL.action.close()} onClick={() => setClosed(warning)} />
          </span>
        }
      >
        {warningText(LL, warning)}
      </Banner>
      <ConfirmDialog
        open={isAsking}
        title={words.keepTitle()}
        text={words.keepText()}
        confirmLabel={words.keepConfirm()}
        keepLabel={words.keepNot()}
        danger={false}
        busy={busy}
        busyLabel={words.keepConfirm()}
        onConfirm={() => void accept()}
        onClose={() => setIsAsking(false)}
      />
    </>
  );
}
