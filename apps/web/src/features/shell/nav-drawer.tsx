import { Drawer } from '@nuances/ui/drawer';
import { Icon } from '@nuances/ui/icon';
import { IconButton } from '@nuances/ui/icon-button';
import { Logo } from '@nuances/ui/logo';
import { Switch } from '@nuances/ui/switch';
import { Wordmark } from '@nuances/ui/wordmark';
import { useRef } from 'react';
import { chooseTheme, useTheme } from '../../browser/theme.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import { LanguageSwitch } from './language-switch.tsx';
import { LockItem } from './lock-item.tsx';
import { OutboxStatus } from './outbox-status.tsx';
import { MenuLinks } from './menu-links.tsx';
import rows from './side-bar.module.css';
import { UnbrokenWords } from '@nuances/ui/unbroken-words';
import styles from './nav-drawer.module.css';

interface Props {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onStory: () => void;
  readonly onLogout: () => void;
}

/** The menu as a drawer, on phones and medium widths. */
export function NavDrawer({ open, onClose, onStory, onLogout }: Props) {
  const { LL } = useI18n();
  const theme = useTheme();
  const night = theme === 'night';
  const first = useRef<HTMLAnchorElement>(null);
  const leave = (next: () => void) => () => {
    onClose();
    next();
  };

  return (
    <Drawer open={open} onClose={onClose} label={LL.nav.label()} initialFocus={first}>
      <div className={styles.head}>
        <IconButton icon="close" label={LL.nav.menu.close()} onClick={onClose} />
        <Logo size={34} />
        <Wordmark onClick={leave(onStory)} />
      </div>
      <nav className={styles.links} aria-label={LL.nav.label()}>
        <MenuLinks onFollow={onClose} firstRef={first} />
      </nav>
      <div className={styles.foot}>
        <OutboxStatus />
        <button type="button" className={rows.item} onClick={leave(onStory)}>
          <Icon name="info" size={24} />
          <span>
            <UnbrokenWords>{LL.story.title()}</UnbrokenWords>
          </span>
        </button>
        <div className={styles.theme}>
          <Icon name="moon" size={24} />
          <Switch label={LL.theme.night()} checked={night} onChange={(on) => chooseTheme(on ? 'night' : 'day')} />
          <span className={styles.language}>
            <LanguageSwitch />
          </span>
        </div>
        <LockItem onPress={onClose} />
        <button type="button" className={rows.item} onClick={leave(onLogout)}>
          <Icon name="logout" size={24} />
          <span>{LL.nav.logout()}</span>
        </button>
      </div>
    </Drawer>
  );
}
