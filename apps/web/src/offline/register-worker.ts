import { showToast } from '@nuances/ui/toast';
import { trustedWorkerUrl } from '../browser/trusted-worker-url.ts';
import { currentI18n, loadNamespaces } from '../i18n/locale-store.ts';

const workerPath = '/sw.js';

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

/**
 * Registers the service worker that opens the app without a network, again when the browser has cleared all data; not
 * in development. Never rejects.
 */
export async function registerWorker(): Promise<void> {
  if (!canRegister()) return;
  await register().catch((error: unknown) => {
    console.warn('the app will not open offline yet', error instanceof Error ? error.name : 'unknown');
  });
}
