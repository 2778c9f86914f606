import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { watchChunkErrors } from './browser/chunk-errors.ts';
import { onIdle } from './browser/idle.ts';
import { captureInstallPrompt } from './browser/install-offer.ts';
import { storage } from './browser/local-storage.ts';
import { restoreTheme } from './browser/theme.ts';
import { initialLocale, showLocale } from './i18n/locale-store.ts';
import { keyMark } from './note-store/key-mark.ts';
import { setDelivery } from './offline/delivery.ts';
import { setSealing } from './offline/sealer.ts';
import { registerWorker } from './offline/register-worker.ts';
import { createAppRouter } from './router.tsx';
import { knownWords } from './session/open-consents.ts';
import {
  checkSession,
  currentSession,
  currentUserId,
  followOtherTabs,
  onSessionChange,
} from './session/session-store.ts';

/** After an update of the app: agreements whose words have changed are asked for again. */
async function checkWords(): Promise<void> {
  const userId = currentUserId();
  if (userId === null || knownWords(userId) === null) return;
  const { checkConsents } = await import('./session/check-consents.ts');
  await checkConsents(userId);
}

/** Without a session nothing is sent, so a visitor's first page needs no outbox. */
async function startOutbox(): Promise<void> {
  if (currentSession().status !== 'in') return;
  const [{ startSending }, { finishRemovals }, { recoverFinished }] = await Promise.all([
    import('./offline/send.ts'),
    import('./offline/scan-removal.ts'),
    import('./features/quiz/recover-finished.ts'),
  ]);
  startSending();
  finishRemovals();
  await recoverFinished();
}

/** The screen and the person's first actions have priority, also on a slow network. */
const prefetchDelayMs = 5_000;

async function prefetchCopiesNow(): Promise<void> {
  const userId = currentUserId();
  if (userId === null) return;
  const { prefetchCopies } = await import('./device-copy/prefetch-copies.ts');
  await prefetchCopies(userId);
}

/** Copies for offline reading are fetched when nothing else is loading. */
function startKeeping(): void {
  setTimeout(() => onIdle(() => void prefetchCopiesNow().catch(() => undefined)), prefetchDelayMs);
  onIdle(() => void checkWords().catch(() => undefined));
}

/** A note key is deleted from the device when its session has ended, for any reason. */
async function forgetKeys(): Promise<void> {
  if (currentSession().status !== 'out' || storage.get(keyMark) === null) return;
  const { clearNoteKeys } = await import('./note-store/note-key.ts');
  await clearNoteKeys();
}

/** Starts the app in the page. What this file imports statically is what every visit loads (vite.config.ts). */
export async function start(root: Element): Promise<void> {
  watchChunkErrors();
  captureInstallPrompt();
  setDelivery(async () => (await import('./sync/deliver.ts')).deliver);
  setSealing(async () => (await import('./note-store/item-sealing.ts')).itemSealing);
  restoreTheme();
  await showLocale(initialLocale());
  checkSession();
  followOtherTabs();

  const router = createAppRouter();
  // The prerendered page stays readable until the real one can replace it in one step.
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
    // The guard of the account screens (routes/_account.tsx) runs again.
    if (router.state.matches.some(({ routeId }) => routeId === '/_account')) void router.invalidate();
  };
  onSessionChange(followSession);
  // A loader may have asked the server already, so the session may have been refused before there was a listener.
  if (currentSession().status === 'in') {
    void startOutbox();
    startKeeping();
  } else followSession();
}
