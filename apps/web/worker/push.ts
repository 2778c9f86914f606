/**
 * What the service worker does with a reminder; the build puts it behind the generated worker (build/push-worker.ts).
 * A push has no content: the words are here, on the device.
 */
import { isLocale, localeFromTag, type Locale } from '@nuances/domain/locales';
import en from '@nuances/i18n/en/reminder/index';
import fr from '@nuances/i18n/fr/reminder/index';

/** The library of types has one `self` for all kinds of workers. */
declare const self: ServiceWorkerGlobalScope;

const words: Readonly<Record<Locale, { readonly title: string; readonly body: string }>> = { en: en.push, fr: fr.push };

/** The language that was chosen, where the browser lets a worker read cookies. */
async function chosenLocale(): Promise<string | undefined> {
  if (!('cookieStore' in self)) return undefined;
  // Whatever happens here: a push that shows nothing costs the permission.
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
  const { title, body } = words[locale];
  // One tag: a reminder that nobody looked at is replaced, not added to.
  await self.registration.showNotification(title, { body, lang: locale, icon: '/app-icon-192.png', tag: 'reminder' });
}

/** Shows Today: in a window that is there already, or in a new one, through the address of the installed app. */
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
