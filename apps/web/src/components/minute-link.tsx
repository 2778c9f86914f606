import { Icon } from '@nuances/ui/icon';
import { Link } from '@tanstack/react-router';
import { useI18n } from '../i18n/locale-store.ts';
import styles from './minute-link.module.css';

/** A quiet row that leads to the breathing bloom. */
export function MinuteLink({ className = '' }: { readonly className?: string | undefined }) {
  const { LL } = useI18n();
  return (
    <Link to="/minute" className={`${styles.row} ${className}`}>
      <Icon name="breath" size={22} />
      <span className={styles.name}>{LL.help.minute()}</span>
      <Icon name="right" />
    </Link>
  );
}
