import { Outlet, useLocation } from '@tanstack/react-router';
import { Suspense, lazy, useState } from 'react';
import { useActiveModal } from '../../modals.ts';
import { useSession } from '../../session.ts';
import { useWords } from '../../words.ts';
import { BottomBar } from './bottom-bar.tsx';
import { ConnectionBanner } from './connection-banner.tsx';
import { HelpLink } from './help-link.tsx';
import { PageTitle } from './page-title.tsx';
import { SideBar } from './side-bar.tsx';
import { Toasts } from './toasts.tsx';
import { TopBar } from './top-bar.tsx';
import styles from './shell.module.css';

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
  const loggedIn = session.status === 'in';
  const quiz = path === '/bodyscan';

  const open = (next: Layer) => {
    setUsed((before) => (before.includes(next) ? before : [...before, next]));
    setLayer(next);
  };
  const toggleMenu = () => {
    if (window.matchMedia('(min-width: 1100px)').matches) setDocked((before) => !before);
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
      <TopBar docked={docked} onMenu={toggleMenu} onStory={() => open('story')} />
      {loggedIn && docked ? <SideBar onLogout={onLogout} /> : null}
      <main id="main" className={styles.main} tabIndex={-1}>
        <ConnectionBanner />
        <Outlet />
      </main>
      <footer className={styles.footer}>
        <HelpLink />
      </footer>
      {loggedIn && !quiz ? <BottomBar /> : null}
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
