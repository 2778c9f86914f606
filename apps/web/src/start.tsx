import { RouterProvider } from '@tanstack/react-router';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { watchChunkErrors } from './browser/chunk-errors.ts';
import { onIdle } from './browser/idle.ts';
import { captureInstallPrompt } from './browser/install-offer.ts';
import { storage } from './browser/local-storage.ts';
import { restoreTheme } from './browser/theme.ts';
import { initialLocale, showLocale } from './i18n/locale-store.ts';
import { keyMark } from './keys/key-mark.ts';
import { setDelivery } from './offline/delivery.ts';
import { setSealing } from './offline/sealer.ts';
import { completeRoutes, createAppRouter } from './router.tsx';
import { checkSession, currentSession, followOtherTabs, onSessionChange } from './session/session-store.ts';

/** The worker fetches the whole app, so it starts this long after the first page is idle, milliseconds. */
const workerDelayMs = 1_000;

/** Loads what the first page does without: the other routes, then the worker, which opens the app without a network. */
async function loadRest(): Promise<void> {
  await completeRoutes();
  const { registerWorker } = await import('./screens.ts');
  await registerWorker();
}

function loadRestWhenIdle(): void {
  // Whoever loads it first, the others get the same file. What fails is tried again when a person wants it.
  const load = () => void loadRest().catch(() => undefined);
  const rest = () => onIdle(() => setTimeout(load, workerDelayMs));
  if (document.readyState === 'complete') rest();
  else window.addEventListener('load', rest, { once: true });
  // A press may be the start of a navigation.
  for (const press of ['pointerdown', 'keydown'])
    window.addEventListener(press, () => void completeRoutes().catch(() => undefined), { once: true });
}

/** A visitor's first page needs no outbox, no copies and no keys. */
async function followSession(isStart = false): Promise<void> {
  if (currentSession().status !== 'in' && storage.get(keyMark) === null) return;
  const screens = await import('./screens.ts');
  screens.followSession(isStart);
}

/** Starts the app in the page. What this file imports statically is what every visit loads (vite.config.ts). */
export async function start(root: Element): Promise<void> {
  watchChunkErrors();
  captureInstallPrompt();
  setDelivery(async () => (await import('./screens.ts')).loadDeliver());
  setSealing(async () => (await import('./screens.ts')).loadItemSealing());
  restoreTheme();
  const { status } = checkSession();
  // A visitor's Home and help need no other route. The router tries again what cannot be loaded now, and says so.
  const isFirstPage = /^\/(?:help)?$/.test(location.pathname) && status !== 'in';
  await Promise.all([showLocale(initialLocale()), isFirstPage ? undefined : completeRoutes().catch(() => undefined)]);
  followOtherTabs();

  const router = createAppRouter();
  // The prerendered page stays readable until the real one can replace it in one step. As a transition, it is made in
  // parts of a few milliseconds between which the page answers.
  await router.load();
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <RouterProvider router={router} />
      </StrictMode>,
    ),
  );
  loadRestWhenIdle();

  onSessionChange(() => {
    void followSession();
    // The guard of the account screens (routes/_account.tsx) runs again.
    if (router.state.matches.some(({ routeId }) => routeId === '/_account')) void router.invalidate();
  });
  // A loader may have asked the server already, so the session may have been refused before there was a listener.
  void followSession(true);
  if (currentSession().status !== 'in' && router.state.matches.some(({ routeId }) => routeId === '/_account'))
    void router.invalidate();
}
