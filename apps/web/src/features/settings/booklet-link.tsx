import { buttonClass } from '@nuances/ui/button';
import { Link } from '@tanstack/react-router';
import { useI18n } from '../../i18n/locale-store.ts';
import styles from '../../components/section-text.module.css';
import { Section } from '../../components/section.tsx';

/** Link to the booklet of a period. */
export function BookletLink() {
  const { LL } = useI18n();
  return (
    <Section title={LL.booklet.open()}>
      <p className={styles.text}>{LL.booklet.openMore()}</p>
      <Link to="/profile/booklet" className={`${buttonClass({ variant: 'outline' })} ${styles.action}`}>
        {LL.booklet.make()}
      </Link>
    </Section>
  );
}
