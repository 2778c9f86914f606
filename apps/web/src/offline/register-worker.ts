import { showToast } from '@nuances/ui/toast';
import { trustedWorkerUrl } from '../browser/trusted-worker-url.ts';
import { currentI18n, loadNamespaces } from '../i18n/locale-store.ts';
import { storage } from '../browser/local-storage.ts';
import { markedVault, pinsKey } from '../keys/vault-mark.ts';
import { keepVersion } from './kept-version.ts';
import { isAllKept, onKeptChange } from './not-kept.ts';
import { rememberWaiting, takeWaitingVersion } from './waiting-version.ts';

const workerPath = '/sw.js';

/** Also after the end of a session: the next one opens the vault by the same code. */
const keepsVersion = () => markedVault() !== null || storage.get(pinsKey) !== null;

/** What a full device has not taken stays on the screen until the device or the server has it. */
function reloadOnceKept(): void {
  if (isAllKept()) return location.reload();
  const stop = onKeptChange(() => {
    if (!isAllKept()) return;
    stop();
    location.reload();
  });
}

async function offerUpdate(waiting: ServiceWorker): Promise<void> {
  const [{ version }] = await Promise.all([rememberWaiting(waiting), loadNamespaces('update')]);
  const { update } = currentI18n().LL;
  // Every tab that shows the offer runs the new version once it is accepted in one of them.
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    // Not because the browser has cleared all data.
    if (navigator.serviceWorker.controller && waiting.state !== 'redundant') reloadOnceKept();
  });
  showToast({
    kind: 'info',
    text: keepsVersion() && version !== '' ? update.vault({ version }) : update.ready(),
    action: { label: update.apply(), onAction: takeWaitingVersion },
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
  await keepVersion(keepsVersion());
  const { waiting, installing } = registration;
  if (waiting && navigator.serviceWorker.controller) void offerUpdate(waiting);
  // The browser looks for a new version before the page is idle.
  if (installing) watchInstallation(installing);
  registration.addEventListener('updatefound', () => {
    if (registration.installing) watchInstallation(registration.installing);
  });
}

const canRegister = () => !import.meta.env.DEV && 'serviceWorker' in navigator;

/**
 * Loads the page again after one of its files has gone: it is then of the server's version. A device that keeps its version
 * offers that one instead.
 */
export async function reloadOrOffer(): Promise<void> {
  if (!keepsVersion() || !canRegister()) return reloadOnceKept();
  const registration = await navigator.serviceWorker.getRegistration();
  if (registration?.waiting) return offerUpdate(registration.waiting);
  await loadNamespaces('update');
  const { update } = currentI18n().LL;
  const take = async () => {
    await keepVersion(false);
    reloadOnceKept();
  };
  showToast({ kind: 'info', text: update.ready(), action: { label: update.apply(), onAction: () => void take() } });
}

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
