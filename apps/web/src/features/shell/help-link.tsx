import { Link } from '@tanstack/react-router';
import { useWords } from '../../i18n/locale-store.ts';
import styles from './help-link.module.css';

/** The way to somebody who listens: the same on every screen, never moved by an answer, never counted. */
export function HelpLink() {
  const { LL } = useWords();
  return (
    <Link to="/help" className={styles.link}>
      {LL.help.link()}
    </Link>
  );
}
