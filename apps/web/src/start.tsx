import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { watchChunkErrors } from './browser/chunk-errors.ts';
import { onIdle } from './browser/idle.ts';
import { keepInstallOffer } from './browser/install-offer.ts';
import { storage } from './browser/local-storage.ts';
import { restoreTheme } from './browser/theme.ts';
import { initialLocale, showLocale } from './i18n/locale-store.ts';
import { keyMark } from './note-store/key-mark.ts';
import { setDelivery } from './offline/delivery.ts';
import { setSealing } from './offline/sealing.ts';
import { registerWorker } from './offline/register-worker.ts';
import { createAppRouter } from './router.tsx';
import { checkSession, currentSession, followOtherTabs, onSessionChange } from './session/session-store.ts';

/** Without a session nothing is sent, so a visitor's first page does without the outbox. */
async function startOutbox(): Promise<void> {
  if (currentSession().status !== 'in') return;
  const [{ startSending }, { finishRemovals }] = await Promise.all([
    import('./offline/send.ts'),
    import('./offline/scan-removal.ts'),
  ]);
  startSending();
  finishRemovals();
}

/** The screen and what the person does first come before it, also on a slow network. */
const keepDelayMs = 5_000;

async function keepCopiesNow(): Promise<void> {
  const session = currentSession();
  if (session.status !== 'in') return;
  const { keepCopies } = await import('./device-copy/keep-copies.ts');
  await keepCopies(session.userId);
}

/** What is to be read without a network is fetched when nothing else is wanted. */
function startKeeping(): void {
  setTimeout(() => onIdle(() => void keepCopiesNow().catch(() => undefined)), keepDelayMs);
}

/** A note key stays on the device no longer than its session, however that ended. */
async function forgetKeys(): Promise<void> {
  if (currentSession().status !== 'out' || storage.get(keyMark) === null) return;
  const { clearNoteKeys } = await import('./note-store/note-key.ts');
  await clearNoteKeys();
}

/** Starts the app in the page. What this file imports statically is what every visit loads (vite.config.ts). */
export async function start(root: Element): Promise<void> {
  watchChunkErrors();
  keepInstallOffer();
  setDelivery(async () => (await import('./sync/deliver.ts')).deliver);
  setSealing(async () => (await import('./note-store/item-sealing.ts')).itemSealing);
  restoreTheme();
  await showLocale(initialLocale());
  checkSession();
  followOtherTabs();

  const router = createAppRouter();
  // The prerendered page stays readable until the real one is ready to take its place in one step.
  await router.load();
  createRoot(root).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
  registerWorker();

  const followSession = () => {
    void startOutbox();
    startKeeping();
    void forgetKeys();
    // The guard of the account screens (routes/_account.tsx) decides again.
    if (router.state.matches.some(({ routeId }) => routeId === '/_account')) void router.invalidate();
  };
  onSessionChange(followSession);
  // A loader may have asked the server already, and the session may have been refused before anything listened.
  if (currentSession().status === 'in') {
    void startOutbox();
    startKeeping();
  } else followSession();
}
