import { Icon } from '@nuances/ui/icon';
import { useI18n } from '../../i18n/locale-store.ts';
import { LockItem } from './lock-item.tsx';
import { MenuLinks } from './menu-links.tsx';
import { OutboxStatus } from './outbox-status.tsx';
import styles from './side-bar.module.css';

interface Props {
  readonly waiting: boolean;
  readonly onLogout: () => void;
}

/** The menu as a side bar, on wide screens. */
export function SideBar({ waiting, onLogout }: Props) {
  const { LL } = useI18n();
  return (
    <nav className={styles.side} aria-label={LL.nav.label()}>
      <MenuLinks />
      <div className={styles.foot}>
        {waiting ? <OutboxStatus /> : null}
        <LockItem />
        <button type="button" className={styles.item} onClick={onLogout}>
          <Icon name="logout" size={24} />
          <span>{LL.nav.logout()}</span>
        </button>
      </div>
    </nav>
  );
}
