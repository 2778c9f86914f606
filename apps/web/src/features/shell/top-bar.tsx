import { buttonClass } from '@nuances/ui/button';
import { Icon } from '@nuances/ui/icon';
import { IconButton, iconButtonClass } from '@nuances/ui/icon-button';
import { Logo } from '@nuances/ui/logo';
import { Wordmark } from '@nuances/ui/wordmark';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { openAuthDialog } from '../../session/auth-dialog-store.ts';
import { useSession } from '../../session/session-store.ts';
import { chooseTheme, useTheme } from '../../browser/theme.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import { HelpLink } from './help-link.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import styles from './top-bar.module.css';

interface Props {
  /** Whether the side bar is shown. */
  readonly menuOpen: boolean;
  /** Whether the menu button is shown. */
  readonly menuExpanded: boolean;
  readonly onMenu: () => void;
  readonly onStory: () => void;
}

function useScrolled(): boolean {
  const [scrolled, setScrolled] = useState(false);
  useEffect(() => {
    const follow = () => setScrolled(window.scrollY > 0);
    follow();
    window.addEventListener('scroll', follow, { passive: true });
    return () => window.removeEventListener('scroll', follow);
  }, []);
  return scrolled;
}

/**
 * Logo, name, language, theme; with a session the menu button, usage for an admin; without a session the login button.
 */
export function TopBar({ menuOpen, menuExpanded, onMenu, onStory }: Props) {
  const { LL } = useI18n();
  const session = useSession();
  const theme = useTheme();
  const scrolled = useScrolled();
  const night = theme === 'night';

  return (
    <header className={styles.bar} data-scrolled={scrolled ? '' : undefined}>
      <a className={styles.skip} href="#main">
        {LL.nav.skip()}
      </a>
      {session.status === 'in' ? (
        <IconButton
          icon="menu"
          label={menuOpen ? LL.nav.menu.close() : LL.nav.menu.open()}
          className={styles.menu}
          aria-expanded={menuExpanded}
          onClick={onMenu}
        />
      ) : null}
      <Link
        to={session.status === 'in' ? '/dashboard' : '/'}
        className={styles.home}
        aria-label={session.status === 'in' ? LL.nav.today() : LL.nav.home()}
      >
        <Logo size={34} />
      </Link>
      <Wordmark onClick={onStory} className={styles.name} />
      <div className={styles.end}>
        <span className={styles.help}>
          <HelpLink />
        </span>
        {session.status === 'in' && session.role === 'admin' ? (
          <Link to="/admin/stats" className={iconButtonClass} aria-label={LL.nav.admin()}>
            <Icon name="admin" size={22} />
          </Link>
        ) : null}
        <span className={styles.language} data-in={session.status === 'in' ? '' : undefined}>
          <LanguageSwitch />
        </span>
        <IconButton
          icon={night ? 'sun' : 'moon'}
          label={night ? LL.theme.toDay() : LL.theme.toNight()}
          onClick={() => chooseTheme(night ? 'day' : 'night')}
        />
        {session.status === 'in' ? null : (
          <button
            type="button"
            className={`${buttonClass({ size: 'small' })} ${styles.login}`}
            data-waiting={session.status === 'unknown' ? '' : undefined}
            onClick={() => openAuthDialog({ name: 'login' })}
          >
            {LL.nav.login()}
          </button>
        )}
      </div>
    </header>
  );
}
