import { Banner } from '@nuances/ui/banner';
import { IconButton } from '@nuances/ui/icon-button';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useI18n } from '../../i18n/locale-store.ts';
import { useVault } from '../../vault/vault-view.ts';
import styles from './server-warning.module.css';

/** What the server was caught at, below the bar, until the cause has gone or it is closed. */
export function ServerWarning() {
  const { LL } = useI18n();
  const words = LL.vault.server;
  const { owner, warning } = useVault();
  const [closed, setClosed] = useState<typeof warning>(null);
  if (warning === null || warning === closed) return null;
  const close = () => {
    setClosed(warning);
    // The person has seen it: what the server gives now is what the next check compares with.
    if ((warning === 'older' || warning === 'missing') && owner !== null)
      void import('../../vault/manifest-keeper.ts').then(({ acceptRows }) => acceptRows(owner)).catch(() => undefined);
  };
  const sentences = {
    older: words.older(),
    missing: words.older(),
    weaker: words.weaker(),
    mode: words.noVault(),
    key: words.otherKey(),
  };
  return (
    <Banner
      className={styles.banner}
      action={
        <span className={styles.actions}>
          <Link to="/profile/security/check" className={styles.see}>
            {words.see()}
          </Link>
          <IconButton icon="close" label={LL.action.close()} onClick={close} />
        </span>
      }
    >
      {sentences[warning]}
    </Banner>
  );
}
