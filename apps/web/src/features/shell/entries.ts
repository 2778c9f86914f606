import type { IconName } from '@nuances/ui/icon';
import type { TranslationFunctions } from '@nuances/i18n/i18n-types';

/** Entries of the side bar and the drawer. */
export const entries = [
  { to: '/dashboard', icon: 'today', label: (LL: TranslationFunctions) => LL.nav.today() },
  { to: '/bodyscan', icon: 'quiz', label: (LL: TranslationFunctions) => LL.nav.quiz() },
  { to: '/statistics', icon: 'stats', label: (LL: TranslationFunctions) => LL.nav.stats() },
  { to: '/note', icon: 'note', label: (LL: TranslationFunctions) => LL.nav.notes() },
  { to: '/history', icon: 'history', label: (LL: TranslationFunctions) => LL.nav.history() },
  { to: '/profile', icon: 'profile', label: (LL: TranslationFunctions) => LL.nav.profile() },
] as const satisfies readonly { to: string; icon: IconName; label: (LL: TranslationFunctions) => string }[];

/** Entries of the bottom bar. It has room for five, so it leaves out the profile, which is opened least. */
export const thumbEntries = entries.filter(({ to }) => to !== '/profile');

/** Marks the quiz, which ends on its result; an entry that is open at its own address, or below it, its link marks by itself. */
export const currentAt = (path: string, to: (typeof entries)[number]['to']) =>
  to === '/bodyscan' && path === '/result' ? ({ 'aria-current': 'page' } as const) : {};
