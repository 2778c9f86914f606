import { Icon } from '@nuances/ui/icon';
import { Link, useLocation } from '@tanstack/react-router';
import { useI18n } from '../../i18n/locale-store.ts';
import { currentAt, thumbEntries } from './entries.ts';
import { LockItem } from './lock-item.tsx';
import { MenuLinks } from './menu-links.tsx';
import { OutboxStatus } from './outbox-status.tsx';
import styles from './bottom-bar.module.css';
import side from './side-bar.module.css';

interface Props {
  /** Whether the side bar is shown on a wide screen. */
  readonly docked: boolean;
  /** Whether the bottom bar is shown; the quiz needs its place for its own buttons. */
  readonly foot: boolean;
  /** Whether the side bar shows the size of the outbox; Today shows it on the page. */
  readonly waiting: boolean;
  readonly onLogout: () => void;
}

/** The menus of a logged-in person: side bar and bottom bar. */
export function MemberBars({ docked, foot, waiting, onLogout }: Props) {
  return (
    <>
      {docked ? <SideBar waiting={waiting} onLogout={onLogout} /> : null}
      {foot ? <BottomBar /> : null}
    </>
  );
}

/** The menu at the bottom of a phone's screen. */
function BottomBar() {
  const { LL } = useI18n();
  const path = useLocation({ select: ({ pathname }) => pathname });
  return (
    <nav className={styles.bar} aria-label={LL.nav.label()}>
      {thumbEntries.map(({ to, icon, label }) => (
        <Link key={to} to={to} className={styles.item} {...currentAt(path, to)}>
          <Icon name={icon} size={24} />
          <span>{label(LL)}</span>
        </Link>
      ))}
    </nav>
  );
}

/** The menu as a side bar, on wide screens. */
function SideBar({ waiting, onLogout }: Pick<Props, 'waiting' | 'onLogout'>) {
  const { LL } = useI18n();
  return (
    <nav className={side.side} aria-label={LL.nav.label()}>
      <MenuLinks />
      <div className={side.foot}>
        {waiting ? <OutboxStatus /> : null}
        <LockItem />
        <button type="button" className={side.item} onClick={onLogout}>
          <Icon name="logout" size={24} />
          <span>{LL.nav.logout()}</span>
        </button>
      </div>
    </nav>
  );
}
