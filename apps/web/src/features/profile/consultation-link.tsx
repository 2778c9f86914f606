import { buttonClass } from '@nuances/ui/button';
import { Link } from '@tanstack/react-router';
import { useI18n } from '../../i18n/locale-store.ts';
import styles from './config.module.css';
import { Section } from './section.tsx';

/** The way to a page for a consultation, one of the forms in which a person takes their data along. */
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
