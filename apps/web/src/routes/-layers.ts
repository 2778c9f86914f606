import '@nuances/ui/all-icons';
import { loadNamespaces } from '../i18n/locale-store.ts';

/** The question before a logout. */
export const loadLogout = async () => {
  const [{ LogoutDialog }] = await Promise.all([
    import('../features/auth/logout-dialog.tsx'),
    loadNamespaces('outbox', 'error'),
  ]);
  return { LogoutDialog };
};

/** The dialogs of login and sign-up. */
export const loadAuth = async () => {
  const [{ AuthDialogs }, { NewAccountBanner }] = await Promise.all([
    import('../features/auth/auth-modals.tsx'),
    import('../features/auth/new-account-banner.tsx'),
    loadNamespaces('auth', 'field', 'error', 'outbox'),
  ]);
  return { AuthDialogs, NewAccountBanner };
};

/** The dialog that asks for agreements. */
export const loadConsents = async () => {
  const [{ AskConsents }] = await Promise.all([
    import('../features/consents/ask-consents.tsx'),
    loadNamespaces('consent', 'auth', 'reminder', 'error', 'outbox'),
  ]);
  return { AskConsents };
};

/** The menus beside and below the screens of an account. */
export const loadBars = async () => {
  const [{ MemberBars }] = await Promise.all([import('../features/shell/member-bars.tsx'), loadNamespaces('outbox')]);
  return { MemberBars };
};

/** The menu as a drawer. */
export const loadDrawer = async () => {
  const [{ NavDrawer }] = await Promise.all([
    import('../features/shell/nav-drawer.tsx'),
    loadNamespaces('story', 'outbox'),
  ]);
  return { NavDrawer };
};

/** The story of Nuances. */
export const loadStory = async () => {
  const [{ StoryDialog }] = await Promise.all([import('../features/shell/story-dialog.tsx'), loadNamespaces('story')]);
  return { StoryDialog };
};
