import { showToast } from '@nuances/ui/toast';
import { onIdle } from '../browser/idle.ts';
import { trustedWorkerUrl } from '../browser/trusted-worker-url.ts';
import { currentI18n, loadNamespaces } from '../i18n/locale-store.ts';

const workerPath = '/sw.js';
/** The worker fetches the whole app, so it starts this long after the first page is idle, milliseconds. */
const startDelayMs = 1_000;

async function offerUpdate(waiting: ServiceWorker): Promise<void> {
  await loadNamespaces('update');
  const { LL } = currentI18n();
  // Every tab that shows the offer runs the new version once it is accepted in one of them.
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  showToast({
    kind: 'info',
    text: LL.update.ready(),
    action: { label: LL.update.apply(), onAction: () => waiting.postMessage({ type: 'SKIP_WAITING' }) },
  });
}

function watchInstallation(worker: ServiceWorker): void {
  worker.addEventListener('statechange', () => {
    // Without a controller this is the first version, which replaces none.
    if (worker.state === 'installed' && navigator.serviceWorker.controller) void offerUpdate(worker);
  });
}

async function register(): Promise<void> {
  await navigator.serviceWorker.register(trustedWorkerUrl(workerPath));
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration) return;
  const { waiting } = registration;
  if (waiting && navigator.serviceWorker.controller) void offerUpdate(waiting);
  registration.addEventListener('updatefound', () => {
    if (registration.installing) watchInstallation(registration.installing);
  });
}

const canRegister = () => !import.meta.env.DEV && 'serviceWorker' in navigator;

/** Registers the service worker again after the browser has cleared all data. Never rejects. */
export async function restoreWorker(): Promise<void> {
  if (!canRegister()) return;
  await register().catch((error: unknown) => {
    console.warn('the app will not open offline yet', error instanceof Error ? error.name : 'unknown');
  });
}

/** Registers the service worker that opens the app without a network; not in development. */
export function registerWorker(): void {
  if (!canRegister()) return;
  const start = () => setTimeout(() => void restoreWorker(), startDelayMs);
  const rest = () => onIdle(start);
  if (document.readyState === 'complete') rest();
  else window.addEventListener('load', rest, { once: true });
}
