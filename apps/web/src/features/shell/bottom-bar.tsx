import { Icon } from '@nuances/ui/icon';
import { Link } from '@tanstack/react-router';
import { useI18n } from '../../i18n/locale-store.ts';
import { thumbEntries } from './entries.ts';
import styles from './bottom-bar.module.css';

/** The menu at the bottom of a phone's screen. */
export function BottomBar() {
  const { LL } = useI18n();
  return (
    <nav className={styles.bar} aria-label={LL.nav.label()}>
      {thumbEntries.map(({ to, icon, label }) => (
        <Link key={to} to={to} className={styles.item}>
          <Icon name={icon} size={24} />
          <span>{label(LL)}</span>
        </Link>
      ))}
    </nav>
  );
}
