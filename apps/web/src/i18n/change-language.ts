import type { Locale } from '@nuances/domain/locales';
import { showToast } from '@nuances/ui/toast';
import { currentSession } from '../session/session-store.ts';
import { chooseLocale, loadNamespaces, currentI18n } from './locale-store.ts';

/**
 * Shows the interface in another language at once and stores the choice with the account, if one is logged in. When that
 * fails, the choice holds in this browser only and a toast says so.
 */
export async function changeLanguage(locale: Locale): Promise<void> {
  await chooseLocale(locale);
  if (currentSession().status !== 'in') return;
  try {
    const { api } = await import('../api/client.ts');
    await api.profile.setLanguage.mutate({ language: locale });
  } catch {
    await loadNamespaces('error');
    showToast({ kind: 'error', role: 'alert', text: currentI18n().LL.error.languageUpdate() });
  }
}
