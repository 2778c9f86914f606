import { buttonClass } from '@nuances/ui/button';
import { Link } from '@tanstack/react-router';
import { useI18n } from '../../i18n/locale-store.ts';
import styles from '../../components/section-text.module.css';
import { Section } from '../../components/section.tsx';

/** Link to the page for a consultation. */
export function ConsultationLink() {
  const { LL } = useI18n();
  return (
    <Section title={LL.consult.open()}>
      <p className={styles.text}>{LL.consult.openMore()}</p>
      <Link to="/statistics/consultation" className={`${buttonClass({ variant: 'outline' })} ${styles.action}`}>
        {LL.consult.prepare()}
      </Link>
    </Section>
  );
}
