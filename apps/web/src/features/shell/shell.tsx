import { Outlet, useLocation } from '@tanstack/react-router';
import { Suspense, lazy, useState } from 'react';
import { useActiveModal } from '../../modals.ts';
import { useSession } from '../../session.ts';
import { useWords } from '../../words.ts';
import { ConnectionBanner } from './connection-banner.tsx';
import { HelpLink } from './help-link.tsx';
import { PageTitle } from './page-title.tsx';
import { Toasts } from './toasts.tsx';
import { TopBar } from './top-bar.tsx';
import { useWide } from './use-wide.ts';
import styles from './shell.module.css';

const SideBar = lazy(() => import('./side-bar.tsx'));
const BottomBar = lazy(() => import('./bottom-bar.tsx'));
const NavDrawer = lazy(() => import('./nav-drawer.tsx'));
const StoryDialog = lazy(() => import('./story-dialog.tsx'));

/** What is open above the page, one at a time. */
type Layer = 'drawer' | 'story' | null;

interface Props {
  /** The auth modals; the routes join them with the shell. */
  readonly authModals: (modal: NonNullable<ReturnType<typeof useActiveModal>>) => React.ReactNode;
  readonly onLogout: () => void;
}

/** Everything around the screens: bars, menus, messages, the way to help. */
export function Shell({ authModals, onLogout }: Props) {
  const { LL } = useWords();
  const session = useSession();
  const modal = useActiveModal();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const [layer, setLayer] = useState<Layer>(null);
  const [used, setUsed] = useState<readonly Layer[]>([]);
  const [docked, setDocked] = useState(true);
  const wide = useWide();
  const loggedIn = session.status === 'in';
  const quiz = path === '/bodyscan';

  const open = (next: Layer) => {
    setUsed((before) => (before.includes(next) ? before : [...before, next]));
    setLayer(next);
  };
  const toggleMenu = () => {
    if (wide) setDocked((before) => !before);
    else open('drawer');
  };

  return (
    <div
      className={styles.shell}
      data-session={session.status}
      data-side={loggedIn && docked ? '' : undefined}
      data-bar={loggedIn && !quiz ? '' : undefined}
    >
      <a className={styles.skip} href="#main">
        {LL.nav.skip()}
      </a>
      <PageTitle />
      <TopBar menuOpen={wide && docked} onMenu={toggleMenu} onStory={() => open('story')} />
      <Suspense fallback={null}>{loggedIn && docked ? <SideBar onLogout={onLogout} /> : null}</Suspense>
      <main id="main" className={styles.main} tabIndex={-1}>
        <ConnectionBanner />
        <Outlet />
      </main>
      <footer className={styles.footer}>
        <HelpLink />
      </footer>
      <Suspense fallback={null}>{loggedIn && !quiz ? <BottomBar /> : null}</Suspense>
      <Suspense fallback={null}>
        {used.includes('drawer') ? (
          <NavDrawer
            open={layer === 'drawer'}
            onClose={() => setLayer(null)}
            onStory={() => open('story')}
            onLogout={onLogout}
          />
        ) : null}
        {used.includes('story') ? <StoryDialog open={layer === 'story'} onClose={() => setLayer(null)} /> : null}
        {modal ? authModals(modal) : null}
      </Suspense>
      <Toasts />
    </div>
  );
}
