import { buttonClass } from '@nuances/ui/button';
import { Link } from '@tanstack/react-router';
import { useI18n } from '../../i18n/locale-store.ts';
import styles from '../../components/section-text.module.css';
import { Section } from '../../components/section.tsx';

/** Link to the page that lists what the server stores. */
export function StoredLink() {
  const { LL } = useI18n();
  const texts = LL.profile.config.stored;
  return (
    <Section title={texts.title()}>
      <p className={styles.text}>{texts.text()}</p>
      <Link to="/profile/server" className={`${buttonClass({ variant: 'outline' })} ${styles.action}`}>
        {texts.open()}
      </Link>
    </Section>
  );
}
