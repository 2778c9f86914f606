import type { Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { copyNames, deviceContents, waitUntilAnswered, waitUntilMemberFilesAreFetched } from '../support/device.ts';
import { expect, test } from '../support/fixtures.ts';
import type { Persona } from '../support/persona.ts';
import { stopClock } from '../support/page.ts';

test.use({ serviceWorkers: 'allow' });

/** Expected texts of the section, typed by hand. */
const s = {
  title: 'Rappel',
  switch: 'Me rappeler',
  ask: 'Votre navigateur va demander si Nuances peut envoyer des notifications.',
  asking: 'Le navigateur demande son accord…',
  refused: 'Le navigateur a refusé\u00A0: le rappel reste coupé.',
  refusedMore: 'Vous pouvez rouvrir les notifications dans ses réglages, à la ligne de ce site.',
  noPush: 'L’inscription n’a pas abouti, comme souvent dans une fenêtre privée. Le rappel reste coupé.',
  noDay: 'Sans jour choisi, le rappel se tait.',
  saved: 'Gardé',
  next: (day: string, time: string) => `Prochain rappel\u00A0: ${day} à ${time}.`,
  pause: 'Une semaine de pause',
  paused: /^En pause jusqu’au \d/,
  resume: 'Reprendre',
  days: 'Jours',
  time: 'Heure',
  download: 'Télécharger',
  kept: 'Gardé ici, envoyé plus tard',
  there: 'Sur un autre appareil, pas ici',
  pushTitle: 'Nuances',
  pushBody: 'Un moment pour vous, si vous voulez.',
};

/** The stories' browser has no push service; this replaces it, from the permission to the end of the subscription. */
async function standInForPush(page: Page, permission: NotificationPermission): Promise<void> {
  await page.context().grantPermissions(['notifications']);
  await page.addInitScript((first: NotificationPermission) => {
    const key = 'story-push';
    const subscription = () =>
      sessionStorage.getItem(key) === 'subscribed'
        ? {
            endpoint: 'https://push.example/send/story',
            unsubscribe: async () => {
              sessionStorage.setItem(key, 'ended');
              console.log(key, 'ended');
              return true;
            },
          }
        : null;
    const answer = () => (sessionStorage.getItem(key) === null ? first : 'granted');
    Object.defineProperty(Notification, 'permission', { get: answer });
    Object.defineProperty(Notification, 'requestPermission', {
      value: async () => {
        sessionStorage.setItem(key, 'granted');
        return 'granted';
      },
    });
    Object.defineProperty(PushManager.prototype, 'getSubscription', { value: async () => subscription() });
    Object.defineProperty(PushManager.prototype, 'subscribe', {
      value: async (options: PushSubscriptionOptionsInit) => {
        const { applicationServerKey: publicKey } = options;
        if (typeof publicKey !== 'string' || publicKey.length !== 87) throw new TypeError('not a VAPID key');
        sessionStorage.setItem(key, 'subscribed');
        return subscription();
      },
    });
  }, permission);
}

const pushOf = (page: Page) => page.evaluate(() => sessionStorage.getItem('story-push'));

/** Title, body and language of the service worker's notification for a push without content. */
async function shownByEmptyPush(page: Page): Promise<unknown> {
  const client = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    client.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      for (const { registrationId } of registrations) resolve(registrationId);
    });
  });
  await client.send('ServiceWorker.enable');
  const registrationId = await registered;
  const { origin } = new URL(page.url());
  let shown: unknown;
  await expect(async () => {
    // The browser may stop an idle worker at any time; the one that it starts for the push has nothing planted.
    const worker = page.context().serviceWorkers().at(-1);
    if (!worker) throw new Error('no service worker runs');
    // A headless browser shows no notifications.
    await worker.evaluate(() => {
      Object.defineProperty(ServiceWorkerRegistration.prototype, 'showNotification', {
        configurable: true,
        value: async (title: string, { body, lang }: NotificationOptions) =>
          void Reflect.set(globalThis, 'storyShown', [title, body, lang]),
      });
    });
    await client.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: '' });
    const read = () => worker.evaluate((): unknown => Reflect.get(globalThis, 'storyShown') ?? null);
    await expect.poll(read, { timeout: 5_000 }).not.toBeNull();
    shown = await read();
  }).toPass({ timeout: 40_000 });
  return shown;
}

async function storedReminder(persona: Persona): Promise<unknown> {
  const { reminder } = (await persona.callAsUser('GET', '/api/reminder')) as { reminder: unknown };
  return reminder;
}

test('a reminder is set, paused, sent as an empty push, and deleted by the logout @journey', async ({
  page,
  w,
  newPersona,
}) => {
  const persona = await newPersona();
  await standInForPush(page, 'default');
  // A logout clears the page's storage, so this is counted outside of the page.
  let ended = 0;
  page.on('console', (message) => {
    if (message.text() === 'story-push ended') ended += 1;
  });
  await page.clock.install();
  await persona.openInNewSession(page, '/profile/reminder');
  const section = page.getByRole('region', { name: s.title });
  const on = section.getByRole('switch', { name: s.switch });
  await expect(on).not.toBeChecked();
  expect(await pushOf(page), 'nobody has been asked').toBeNull();

  // In the language of the page, whatever the browser's is.
  await expect(section.getByText('21\u202fh\u202f00')).toBeVisible();
  await expect(section.getByText(s.ask), 'the sentence comes before the question').toBeVisible();
  const saved = section.getByRole('status').getByText(s.saved, { exact: true });
  await on.click();
  await expect(on).toBeChecked({ timeout: 40_000 });
  await expect(saved).toBeVisible();
  const zone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  expect(await storedReminder(persona)).toMatchObject({ days: [2, 4, 7], time: '21:00', zone, pausedUntil: null });
  await page.clock.runFor(4_100);
  await expect(saved).toBeHidden();

  // Days at once; the last one taken away silences it, the next one chosen opens it again.
  const days = section.getByRole('group', { name: s.days });
  for (const day of ['mardi', 'jeudi']) await days.getByRole('checkbox', { name: day }).uncheck();
  await expect(saved).toBeVisible();
  await expect.poll(() => storedReminder(persona)).toMatchObject({ days: [7] });
  await expect(section.getByText(s.next('dimanche', '21\u202fh\u202f00'))).toBeVisible();
  await days.getByRole('checkbox', { name: 'dimanche' }).uncheck();
  await expect(section.getByText(s.noDay)).toBeVisible();
  await expect(on).not.toBeChecked();
  await expect.poll(() => storedReminder(persona)).toBeNull();
  await days.getByRole('checkbox', { name: 'lundi' }).check();
  await expect(on).toBeChecked();
  await expect.poll(() => storedReminder(persona)).toMatchObject({ days: [1] });

  // The time once it is typed.
  await stopClock(page);
  await section.getByLabel(s.time).fill('07:30');
  await page.clock.runFor(500);
  expect(await storedReminder(persona)).toMatchObject({ time: '21:00' });
  await page.clock.runFor(200);
  await page.clock.resume();
  await expect.poll(() => storedReminder(persona)).toMatchObject({ days: [1], time: '07:30' });
  await expect(section.getByText(s.next('lundi', '07\u202fh\u202f30'))).toBeVisible();

  await page.reload();
  await expect(on).toBeChecked();
  await expect(section.getByLabel(s.time)).toHaveValue('07:30');
  await section.getByRole('button', { name: s.pause }).click();
  await expect(section.getByText(s.paused)).toBeVisible();
  await section.getByRole('button', { name: s.resume }).click();
  await expect(section.getByText(s.paused)).toBeHidden();

  const file = page.waitForEvent('download');
  await section.getByRole('button', { name: s.download }).click();
  const text = await readFile(await (await file).path(), 'utf8');
  expect(text).toMatch(/DTSTART:\d{8}T073000\r\n/);
  expect(text).toContain('RRULE:FREQ=WEEKLY;BYDAY=MO\r\n');

  expect(await shownByEmptyPush(page)).toEqual([s.pushTitle, s.pushBody, 'fr']);

  await on.click();
  await expect(on).not.toBeChecked();
  await expect(saved).toBeVisible();
  await expect.poll(() => storedReminder(persona)).toBeNull();
  await expect.poll(() => ended).toBe(2);

  await on.click();
  await expect(on).toBeChecked();
  await expect.poll(() => storedReminder(persona)).not.toBeNull();
  await page.getByRole('button', { name: w.logout, exact: true }).first().click();
  await expect(page.getByText(w.loggedOut)).toBeVisible();
  expect(await storedReminder(persona)).toBeNull();
  expect(ended).toBe(3);
});

test('a browser that denies notifications shows that, and still offers the calendar file', async ({
  page,
  account,
}) => {
  await standInForPush(page, 'denied');
  const persona = await account('empty');
  await persona.openInSharedSession(page, '/profile/reminder');
  const section = page.getByRole('region', { name: s.title });
  const on = section.getByRole('switch', { name: s.switch });
  await on.click();
  await expect(section.getByText(s.refused)).toBeVisible();
  await expect(section.getByText(s.refusedMore)).toBeVisible();
  await expect(on).not.toBeChecked();
  await expect(section.getByRole('button', { name: s.download })).toBeEnabled();
  expect(await storedReminder(persona)).toBeNull();
});

test('Today offers the reminder after three days with a scan, once', async ({ page, newPersona }) => {
  const persona = await newPersona();
  await standInForPush(page, 'default');
  await persona.saveScans(2);
  await persona.saveScan([5, 6, 9, 7, 5, 8, 7]);
  await persona.openInNewSession(page, '/dashboard');
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(7);
  const offer = page.getByText('Un rappel, certains soirs\u202F?');
  await expect(offer, 'three scans on two days').toHaveCount(0);

  await persona.saveScan([5, 6, 9, 7, 5, 8, 7], new Date(Date.now() - 5 * 86_400_000).toISOString());
  await page.reload();
  await expect(offer).toBeVisible();
  await page.getByRole('button', { name: 'Ne plus le proposer' }).click();
  await expect(offer).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.reload();
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(7);
  await expect(offer, 'waved off').toHaveCount(0);

  await page.evaluate(() => localStorage.removeItem('nuances.offersReminder'));
  await page.reload();
  await page.getByRole('link', { name: 'Choisir', exact: true }).click();
  await expect(page).toHaveURL(/\/profile\/reminder$/);
  await expect(page.getByRole('switch', { name: s.switch })).not.toBeChecked();
});

test('what is not stored never looks stored: a push service out of reach, a screen left at once, another device', async ({
  page,
  newPersona,
}) => {
  const persona = await newPersona();
  await standInForPush(page, 'default');
  await page.addInitScript(() => {
    const { subscribe } = PushManager.prototype;
    Object.defineProperty(PushManager.prototype, 'subscribe', {
      value(this: PushManager, options: PushSubscriptionOptionsInit) {
        if (localStorage.getItem('story-no-push') !== null) throw new DOMException('no', 'AbortError');
        return subscribe.call(this, options);
      },
    });
  });
  await persona.openInNewSession(page, '/profile/reminder');
  await page.evaluate(() => localStorage.setItem('story-no-push', ''));
  const section = page.getByRole('region', { name: s.title });
  const on = section.getByRole('switch', { name: s.switch });
  await on.click();
  await expect(section.getByText(s.noPush)).toBeVisible({ timeout: 40_000 });
  await expect(on).not.toBeChecked();
  expect(await storedReminder(persona)).toBeNull();

  await page.evaluate(() => localStorage.removeItem('story-no-push'));
  await on.click();
  await expect(on).toBeChecked();
  await section.getByLabel(s.time).fill('06:45');
  await page.getByRole('link', { name: 'Notes', exact: true }).first().click();
  await expect.poll(() => storedReminder(persona)).toMatchObject({ time: '06:45' });

  // Another login of the same person is another device.
  await persona.openInNewSession(page, '/profile/reminder');
  await expect(section.getByText(s.there)).toBeVisible();
  await expect(on).not.toBeChecked();
  await section.getByRole('button', { name: 'Couper', exact: true }).press('Enter');
  await expect(section.getByText(s.there)).toBeHidden();
  await expect(section.getByRole('heading', { name: s.switch })).toBeFocused();
  expect(await storedReminder(persona)).toBeNull();
});

test('a reminder that is set, paused or turned off without a network waits on the device, and is sent with the network', async ({
  page,
  context,
  w,
  pageErrors,
  newPersona,
}) => {
  pageErrors.allowFailedRequests();
  pageErrors.expect(/Erreur lors du logout/);
  const persona = await newPersona();
  await standInForPush(page, 'default');
  await persona.openInNewSession(page, '/profile/reminder');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await waitUntilMemberFilesAreFetched(page);
  const section = page.getByRole('region', { name: s.title });
  const on = section.getByRole('switch', { name: s.switch });
  const kept = section.getByText(s.kept);
  await expect(on).not.toBeChecked();
  await expect.poll(async () => (await copyNames(page)).join(' '), { timeout: 40_000 }).toContain('"queries"');
  await waitUntilAnswered(page, 'reminder.get');

  await context.setOffline(true);
  await on.click();
  await expect(kept).toBeVisible();
  await expect(on).toBeChecked();
  const device = async () => JSON.stringify(await deviceContents(page));
  const before = await device();
  await section.getByLabel(s.time).fill('07:30');
  await expect.poll(device, 'the sealed change on the device is another one').not.toBe(before);
  await section.getByRole('button', { name: s.pause }).click();
  await expect(section.getByText(s.paused)).toBeVisible();
  await page.reload();
  await expect(kept).toBeVisible();
  await expect(on).toBeChecked();
  await expect(section.getByLabel(s.time)).toHaveValue('07:30');
  await expect(section.getByText(s.paused)).toBeVisible();
  expect(await pushOf(page), 'a subscription needs a network').toBe('granted');
  expect(await deviceContents(page)).toContain('"of":"reminder"');
  expect(await deviceContents(page)).not.toContain('07:30');
  expect(await storedReminder(persona)).toBeNull();

  await context.setOffline(false);
  await expect(section.getByText(s.saved, { exact: true })).toBeVisible();
  await expect(kept).toBeHidden();
  await expect(on).toBeChecked();
  expect(await pushOf(page)).toBe('subscribed');
  expect(await storedReminder(persona)).toMatchObject({ time: '07:30', pausedUntil: expect.stringContaining('T') });

  await context.setOffline(true);
  await on.click();
  await expect(kept).toBeVisible();
  expect(await pushOf(page), 'nothing arrives here any more, although the server does not know yet').toBe('ended');
  await page.reload();
  await expect(kept).toBeVisible();
  await expect(on).not.toBeChecked();
  await context.setOffline(false);
  await expect(section.getByText(s.saved, { exact: true })).toBeVisible();
  await expect(kept).toBeHidden();
  expect(await storedReminder(persona)).toBeNull();

  await context.setOffline(true);
  await on.click();
  await expect(kept).toBeVisible();
  await page.getByRole('button', { name: w.logout, exact: true }).first().click();
  await expect(page.getByText(w.loggedOut)).toBeVisible();
  expect(await deviceContents(page), 'a logout ends the reminder of this device').not.toContain('"of":"reminder"');
});
