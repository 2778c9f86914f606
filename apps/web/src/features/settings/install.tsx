import { Button } from '@nuances/ui/button';
import { Icon } from '@nuances/ui/icon';
import { useInstallOffer } from '../../browser/install-offer.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import config from '../../components/section-text.module.css';
import styles from './install.module.css';
import { Section } from '../../components/section.tsx';

/** Offers to install the app; nothing where that is impossible or done. */
export function Install() {
  const { LL } = useI18n();
  const offer = useInstallOffer();
  if (!offer) return null;
  const isByHand = offer.by === 'hand';
  return (
    <Section title={LL.install.title()}>
      <p className={config.text}>
        {LL.install.text()}
        {isByHand ? ` ${LL.install.iosReminder()}` : null}
      </p>
      {isByHand ? (
        <p className={styles.byHand}>
          <Icon name="share" />
          <span>{LL.install.ios()}</span>
        </p>
      ) : (
        <Button className={config.action} onClick={offer.install}>
          {LL.install.button()}
        </Button>
      )}
    </Section>
  );
}
