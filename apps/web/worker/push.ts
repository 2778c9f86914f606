/**
 * Shows a reminder in the service worker; the build appends this to the generated worker (additions.ts). A push has no
 * content: the texts are on the device.
 */
import { isLocale, localeFromTag, type Locale } from '@nuances/domain/locales';
import en from '@nuances/i18n/en/reminder/index';
import fr from '@nuances/i18n/fr/reminder/index';

/** The TypeScript library has one `self` for all kinds of workers. */
declare const self: ServiceWorkerGlobalScope;

const texts: Readonly<Record<Locale, { readonly title: string; readonly body: string }>> = { en: en.push, fr: fr.push };

/** The chosen language; undefined without a choice, and in browsers whose workers cannot read cookies. */
async function chosenLocale(): Promise<string | undefined> {
  if (!('cookieStore' in self)) return undefined;
  // Errors are ignored: after a push without a notification the browser may withdraw the permission.
  const cookie = await self.cookieStore.get('locale').catch(() => null);
  return cookie?.value;
}

/** The language of the pages (i18n/locale-store.ts). */
async function localeOfPages(): Promise<Locale> {
  const chosen = await chosenLocale();
  return isLocale(chosen) ? chosen : localeFromTag(self.navigator.language);
}

async function showReminder(): Promise<void> {
  const locale = await localeOfPages();
  const { title, body } = texts[locale];
  // In place of an unread one, which replaced by its tag alone would make the new one silent.
  for (const unread of await self.registration.getNotifications({ tag: 'reminder' }).catch(() => [])) unread.close();
  await self.registration.showNotification(title, { body, lang: locale, icon: '/app-icon-192.png', tag: 'reminder' });
}

/** Shows Today: in an open window, or in a new one at the start address of the installed app. */
async function openToday(): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window' });
  const today = windows.find(({ url }) => new URL(url).pathname === '/dashboard');
  await (today ? today.focus() : self.clients.openWindow('/?app'));
}

self.addEventListener('push', (event) => event.waitUntil(showReminder()));
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openToday());
});
