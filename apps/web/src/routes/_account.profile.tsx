import { createFileRoute, Outlet, useLocation, useMatches } from '@tanstack/react-router';
import { profileTabs, type ProfileTab } from '../features/profile/profile-tabs.ts';
import { Profile } from '../features/profile/profile.tsx';
import { LanguageChoice } from '../features/settings/language-choice.tsx';
import { SettingsPage } from '../features/settings/settings-page.tsx';
import { useWideScreen } from '../browser/use-wide-screen.ts';
import { useStartLogout } from '../session/logout-context.tsx';
import { useUserId } from '../session/session-store.ts';
import { loadNamespaces, useI18n } from '../i18n/locale-store.ts';
import { Settings } from './_account/profile/-settings.tsx';

interface Search {
  /** The open tab; the first one is not in the address. */
  readonly tab?: Exclude<ProfileTab, 'profile'> | undefined;
}

export const Route = createFileRoute('/_account/profile')({
  staticData: { pageName: (LL) => LL.profile.title() },
  validateSearch: ({ tab }): Search => {
    const known = profileTabs.find((name) => name === tab);
    return { tab: known === 'profile' ? undefined : known };
  },
  loader: async ({ context, cause }) => {
    if (cause === 'enter') context.prefetch(({ profile }) => profile.get.prefetch());
    await loadNamespaces(
      ...(['profile', 'error', 'field', 'draft', 'outbox', 'status'] as const),
      // Translations for the settings and most of their pages.
      ...([
        'settings',
        'security',
        'quiz',
        'today',
        'look',
        'tags',
        'reminder',
        'install',
        'consult',
        'booklet',
        'note',
      ] as const),
      ...(['consent', 'auth', 'stored'] as const),
    );
  },
  component: ProfilePage,
});

function ProfilePage() {
  const { tab = 'profile' } = Route.useSearch();
  const { LL } = useI18n();
  const hasPage = useMatches({ select: (matches) => matches.at(-1)?.routeId !== Route.id });
  // As soon as another page is chosen, its row is the open one.
  const isHere = useLocation({ select: ({ pathname }) => pathname === '/profile' });
  const wide = useWideScreen();
  const navigate = Route.useNavigate();
  const startLogout = useStartLogout();
  const userId = useUserId();
  if (userId === null) return null;
  // Beside the list there is always a page.
  const isFirstPage = wide && !hasPage && tab === 'config';
  const firstPage = (
    <SettingsPage title={LL.profile.config.language()}>
      <LanguageChoice />
    </SettingsPage>
  );
  return (
    <Profile
      userId={userId}
      tab={hasPage ? 'config' : tab}
      onTab={(next) =>
        void navigate({
          to: '/profile',
          search: next === 'profile' ? {} : { tab: next },
          replace: true,
          resetScroll: false,
          state: { keepsFocus: true },
        })
      }
      onLogout={startLogout}
      settings={<Settings userId={userId} open={isFirstPage && isHere ? '/profile/language' : null} />}
      page={hasPage ? <Outlet /> : isFirstPage ? firstPage : null}
    />
  );
}
