import type { Locale } from '@nuances/domain/locales';
import { currentSession } from '../session/session-store.ts';
import { chooseLocale, currentI18n } from './locale-store.ts';

/** Whether the page is being closed: the browser then cancels its calls, which says nothing about their result. */
let isLeaving = false;
if (typeof window !== 'undefined') {
  window.addEventListener('pagehide', () => (isLeaving = true));
  window.addEventListener('pageshow', () => (isLeaving = false));
}

/**
 * Shows the interface in another language at once and stores the choice in the account, if a person is logged in. When
 * that fails, it restores the previous language, so that page and account agree.
 * @throws the error of the call
 */
export async function changeLanguage(locale: Locale): Promise<void> {
  const before = currentI18n().locale;
  await chooseLocale(locale);
  if (currentSession().status !== 'in') return;
  try {
    const { api } = await import('../api/client.ts');
    await api.profile.setLanguage.mutate({ language: locale });
  } catch (error) {
    if (!isLeaving) await chooseLocale(before);
    throw error;
  }
}
