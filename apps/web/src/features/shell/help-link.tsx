import { Link } from '@tanstack/react-router';
import { useI18n } from '../../i18n/locale-store.ts';
import styles from './help-link.module.css';

/** The way to somebody who listens: the same on every screen, never moved by an answer, never counted. */
export function HelpLink() {
  const { LL } = useI18n();
  return (
    <Link to="/help" className={styles.link}>
      {LL.help.link()}
    </Link>
  );
}
