import { Icon } from '@nuances/ui/icon';
import { IconButton } from '@nuances/ui/icon-button';
import { Button } from '@nuances/ui/button';
import { useInstallOffer } from '../../browser/install-offer.ts';
import { changeSetting, useSetting } from '../../browser/setting.ts';
import { offersInstall } from '../../browser/settings.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import styles from './install-hint.module.css';

/** From this number of scans on, the person counts as returning. */
const returningAfter = 3;

interface Props {
  /** Number of the person's scans, as far as the page knows. */
  readonly scans: number;
  /** Called when the hint is closed by the button that had the focus. */
  readonly onClosed: () => void;
}

/**
 * One line that says that the app can be installed, for a returning person. Once closed it is never shown
 * again.
 */
export function InstallHint({ scans, onClosed }: Props) {
  const { LL } = useI18n();
  const offer = useInstallOffer();
  const invites = useSetting(offersInstall);
  if (!offer || !invites || scans < returningAfter) return null;
  const close = () => {
    changeSetting(offersInstall, false);
    onClosed();
  };
  const install = () => {
    if (offer.by === 'browser') offer.install();
    onClosed();
  };
  return (
    <div className={styles.hint}>
      <Icon name={offer.by === 'hand' ? 'share' : 'device'} />
      <div className={styles.words}>
        <p className={styles.title}>{LL.install.title()}</p>
        <p>{LL.install.text()}</p>
        {offer.by === 'hand' ? (
          <p className={styles.byHand}>{LL.install.ios()}</p>
        ) : (
          <Button size="small" onClick={install}>
            {LL.install.button()}
          </Button>
        )}
      </div>
      <IconButton className={styles.close} icon="close" label={LL.action.close()} onClick={close} />
    </div>
  );
}
