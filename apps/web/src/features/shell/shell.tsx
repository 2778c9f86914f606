import { Outlet, useLocation } from '@tanstack/react-router';
import { useState, type ReactNode, useEffect } from 'react';
import { useLazy } from '../../i18n/use-lazy.ts';
import { useSession } from '../../session/session-store.ts';
import { ConnectionBanner } from './connection-banner.tsx';
import { HelpLink } from './help-link.tsx';
import type { MemberBars } from './member-bars.tsx';
import type { NavDrawer } from './nav-drawer.tsx';
import { PageTitle } from './page-title.tsx';
import type { StoryDialog } from './story-dialog.tsx';
import { TopBar } from './top-bar.tsx';
import { useWideLayout } from '../../browser/use-wide-layout.ts';
import styles from './shell.module.css';
import { showToast, ToastRegion } from '@nuances/ui/toast';
import { currentI18n, loadNamespaces, useI18n } from '../../i18n/locale-store.ts';

/** Loads what is not part of every page. */
export interface ShellParts {
  readonly bars: () => Promise<{ readonly MemberBars: typeof MemberBars }>;
  readonly drawer: () => Promise<{ readonly NavDrawer: typeof NavDrawer }>;
  readonly story: () => Promise<{ readonly StoryDialog: typeof StoryDialog }>;
}

/** The layer that is open above the page; one at a time. */
type Layer = 'drawer' | 'story' | null;

interface Props {
  readonly parts: ShellParts;
  /** What the routes draw above the page: auth modals, questions before leaving. */
  readonly layers: ReactNode;
  /** A layer above the screen that stays until it is done or closed. */
  readonly notice: ReactNode;
  readonly onLogout: () => void;
}

/** The frame of the screens: bars, menus, messages, help link. */
export function Shell({ parts, layers, notice, onLogout }: Props) {
  const session = useSession();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const [layer, setLayer] = useState<Layer>(null);
  const [docked, setDocked] = useState(true);
  const wide = useWideLayout();
  const loggedIn = session.status === 'in';
  const isAlone = /^\/(bodyscan|minute|vault|profile\/security)/.test(path);

  const close = () => setLayer(null);
  const bars = useLazy(loggedIn, parts.bars, () => undefined);
  const drawer = useLazy(layer === 'drawer', parts.drawer, close);
  const story = useLazy(layer === 'story', parts.story, close);

  const toggleMenu = () => {
    if (wide) setDocked((before) => !before);
    else setLayer('drawer');
  };

  return (
    <div
      className={styles.shell}
      data-session={session.status}
      data-side={loggedIn && docked ? '' : undefined}
      data-bar={loggedIn && !isAlone ? '' : undefined}
      data-own-head={/^\/(minute|(history|profile)\/.)/.test(path) ? '' : undefined}
    >
      <PageTitle />
      <TopBar
        menuOpen={wide && docked}
        menuExpanded={wide ? docked : layer === 'drawer'}
        onMenu={toggleMenu}
        onStory={() => setLayer('story')}
      />
      {bars && loggedIn ? (
        <bars.MemberBars docked={docked} foot={!isAlone} waiting={path !== '/dashboard'} onLogout={onLogout} />
      ) : null}
      <main id="main" className={styles.main} tabIndex={-1}>
        <ConnectionBanner />
        {notice}
        <Outlet />
      </main>
      <footer className={styles.footer}>
        <HelpLink />
      </footer>
      {drawer ? (
        <drawer.NavDrawer
          open={layer === 'drawer'}
          onClose={close}
          onStory={() => setLayer('story')}
          onLogout={onLogout}
        />
      ) : null}
      {story ? <story.StoryDialog open={layer === 'story'} onClose={close} /> : null}
      {layers}
      <Toasts />
    </div>
  );
}

async function sayInstalled(): Promise<void> {
  await loadNamespaces('install');
  showToast({ kind: 'success', text: currentI18n().LL.install.done() });
}

/**
 * The toasts, with translated labels. Also confirms the installation of the app, because the browser's dialog does not.
 */
function Toasts() {
  const { LL } = useI18n();
  useEffect(() => {
    const listen = () => void sayInstalled().catch(() => undefined);
    window.addEventListener('appinstalled', listen);
    return () => window.removeEventListener('appinstalled', listen);
  }, []);
  return <ToastRegion label={LL.toast.region()} closeLabel={LL.toast.close()} />;
}
