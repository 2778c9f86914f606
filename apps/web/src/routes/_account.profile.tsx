import { createFileRoute } from '@tanstack/react-router';
import { deleteProfileDraft } from '../features/profile/draft.ts';
import { profileTabs, type ProfileTab } from '../features/profile/profile-tabs.ts';
import { Profile } from '../features/profile/profile.tsx';
import { useStartLogout } from '../session/logout-context.tsx';
import { useUserId } from '../session/session-store.ts';
import { loadNamespaces } from '../i18n/locale-store.ts';
import { Settings } from './-settings.tsx';

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
      // Translations for the sections of the tab Config.
      ...([
        'quiz',
        'today',
        'tags',
        'reminder',
        'install',
        'consult',
        'note',
        'consent',
        'auth',
        'security',
        'codes',
        'second',
      ] as const),
    );
  },
  component: ProfilePage,
});

function ProfilePage() {
  const { tab = 'profile' } = Route.useSearch();
  const navigate = Route.useNavigate();
  const startLogout = useStartLogout();
  const userId = useUserId();
  if (userId === null) return null;
  const onErased = async () => {
    await navigate({ to: '/' });
    await deleteProfileDraft(userId);
  };
  return (
    <Profile
      userId={userId}
      tab={tab}
      onTab={(next) =>
        void navigate({ search: next === 'profile' ? {} : { tab: next }, replace: true, resetScroll: false })
      }
      onLogout={startLogout}
      settings={<Settings userId={userId} onErased={onErased} />}
    />
  );
}
