import '@nuances/ui/fonts.css';
import '@nuances/ui/tokens.css';
import '@nuances/ui/base.css';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { setDelivery } from './offline/delivery.ts';
import { registerWorker } from './offline/register-worker.ts';
import { keyMark } from './note-store/key-mark.ts';
import { createAppRouter } from './router.tsx';
import { checkSession, followOtherTabs, onSessionChange, currentSession } from './session/session-store.ts';
import { storage } from './browser/local-storage.ts';
import { restoreTheme } from './browser/theme.ts';
import { watchChunkErrors } from './browser/chunk-errors.ts';
import { initialLocale, showLocale } from './i18n/locale-store.ts';

const root = document.querySelector('#root');
if (!root) throw new Error('index.html has no #root');

watchChunkErrors();
setDelivery(async () => (await import('./sync/deliver.ts')).deliver);
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

/** The guard of the account screens (routes/_account.tsx) is asked again when the session begins or ends. */
onSessionChange(() => {
  if (router.state.matches.some(({ routeId }) => routeId === '/_account')) void router.invalidate();
});

/** Without a session nothing is sent, so a visitor's first page does without the outbox. */
async function startOutbox(): Promise<void> {
  if (currentSession().status !== 'in') return;
  const { startSending } = await import('./offline/send.ts');
  startSending();
}
onSessionChange(() => void startOutbox());
void startOutbox();

/** A note key stays on the device no longer than its session, however that ended. */
async function forgetKeys(): Promise<void> {
  if (currentSession().status !== 'out' || storage.get(keyMark) === null) return;
  const { clearNoteKeys } = await import('./note-store/note-key.ts');
  await clearNoteKeys();
}
onSessionChange(() => void forgetKeys());
void forgetKeys();
