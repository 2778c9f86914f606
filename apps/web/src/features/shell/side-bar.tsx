import { Icon } from '@nuances/ui/icon';
import { useI18n } from '../../i18n/locale-store.ts';
import { MenuLinks } from './menu-links.tsx';
import { OutboxStatus } from './outbox-status.tsx';
import styles from './side-bar.module.css';

/** The menu beside the page on wide screens. */
export function SideBar({ onLogout }: { readonly onLogout: () => void }) {
  const { LL } = useI18n();
  return (
    <nav className={styles.side} aria-label={LL.nav.label()}>
      <MenuLinks />
      <div className={styles.foot}>
        <OutboxStatus />
        <button type="button" className={styles.item} onClick={onLogout}>
          <Icon name="logout" size={24} />
          <span>{LL.nav.logout()}</span>
        </button>
      </div>
    </nav>
  );
}
