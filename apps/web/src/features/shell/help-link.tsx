import { Link } from '@tanstack/react-router';
import { useI18n } from '../../i18n/locale-store.ts';
import styles from './help-link.module.css';

/** The link to the help lines: the same on every screen, whatever the answers, and never counted in usage. */
export function HelpLink() {
  const { LL } = useI18n();
  return (
    <Link to="/help" className={styles.link}>
      {LL.help.link()}
    </Link>
  );
}
