import { Icon } from '@nuances/ui/icon';
import { IconButton } from '@nuances/ui/icon-button';
import { useInstallOffer } from '../../browser/install-offer.ts';
import { changeSetting, useSetting } from '../../browser/setting.ts';
import { offersInstall } from '../../browser/settings.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import styles from '../../components/offer-line.module.css';

/** From this number of days with a scan on, the app is offered. */
const offeredAfter = 3;

interface Props {
  /** Number of days with a scan, as far as the page knows. */
  readonly days: number;
  /** Called when the hint is closed by the button that had the focus. */
  readonly onClosed: () => void;
}

/** One line that says that the app can be installed, for a returning person. Once closed it is never shown again. */
export function InstallHint({ days, onClosed }: Props) {
  const { LL } = useI18n();
  const offer = useInstallOffer();
  const invites = useSetting(offersInstall);
  if (!offer || !invites || days < offeredAfter) return null;
  const close = () => {
    changeSetting(offersInstall, false);
    onClosed();
  };
  const install = () => {
    if (offer.by === 'browser') offer.install();
    onClosed();
  };
  return (
    <div className={styles.offer}>
      <Icon name={offer.by === 'hand' ? 'share' : 'device'} />
      {offer.by === 'hand' ? (
        <p className={styles.alone}>{LL.install.ios()}</p>
      ) : (
        <>
          <p>{LL.install.title()}</p>
          <button type="button" className={styles.open} onClick={install}>
            {LL.install.button()}
          </button>
        </>
      )}
      <IconButton icon="close" label={LL.action.close()} onClick={close} />
    </div>
  );
}
