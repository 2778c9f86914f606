/** Timeout, milliseconds: the service worker fetches the whole app before it can subscribe. */
const workerTimeoutMs = 30_000;

/**
 * State of notifications in this browser: not supported, denied, not asked yet, or allowed; when allowed, subscribed to
 * the push service or not.
 */
export type PushState = 'none' | 'blocked' | 'unasked' | 'allowed' | 'subscribed';

/** In development there is no service worker, and on an iPhone there is no push before the app is installed. */
const hasPush = () =>
  !import.meta.env.DEV && 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** The current state. Never rejects. */
export async function readPushState(): Promise<PushState> {
  if (!hasPush()) return 'none';
  if (Notification.permission === 'denied') return 'blocked';
  if (Notification.permission === 'default') return 'unasked';
  const subscription = await currentSubscription().catch(() => null);
  return subscription ? 'subscribed' : 'allowed';
}

/** The push service of the browser is out of reach. Its shape is that of a server's refusal for a while (`toApiError`). */
export class PushUnavailable extends Error {
  readonly data = { app: { code: 'unavailable' } };
}

/** Asks the person for permission, if needed. Call it in a press handler; it needs no network. */
export async function askForPush(): Promise<boolean> {
  return (await Notification.requestPermission()) === 'granted';
}

/**
 * The active service worker.
 * @throws DOMException `TimeoutError`
 */
async function activeWorker(): Promise<ServiceWorkerRegistration> {
  const late = AbortSignal.timeout(workerTimeoutMs);
  return Promise.race([
    navigator.serviceWorker.ready,
    new Promise<never>((_resolve, reject) => {
      late.addEventListener('abort', () => reject(new DOMException('no service worker', 'TimeoutError')));
    }),
  ]);
}

async function subscribe(publicKey: string): Promise<string> {
  const { pushManager } = await activeWorker();
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  try {
    return (await pushManager.subscribe(options)).endpoint;
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'InvalidStateError')) throw error;
    // A subscription with an old key of the server receives nothing any more.
    await unsubscribeFromPush();
    return (await pushManager.subscribe(options)).endpoint;
  }
}

/**
 * Subscribes this browser to its push service. It needs a network, and the permission (`askForPush`).
 * @param publicKey VAPID public key of the server, base64url
 * @returns the address of the push service for this browser; null without permission
 * @throws PushUnavailable when the push service cannot be reached
 */
export async function subscribeToPush(publicKey: string): Promise<string | null> {
  if (!hasPush() || Notification.permission !== 'granted') return null;
  try {
    return await subscribe(publicKey);
  } catch (error) {
    if (error instanceof DOMException) throw new PushUnavailable(error.name);
    throw error;
  }
}

/**
 * Removes the subscription of this browser, if any. Never rejects: the server stops sending to an address that is gone.
 */
export async function unsubscribeFromPush(): Promise<void> {
  // Without permission there is no subscription.
  if (!hasPush() || Notification.permission !== 'granted') return;
  try {
    const subscription = await currentSubscription();
    await subscription?.unsubscribe();
  } catch (error) {
    console.warn('the push subscription was not ended', error instanceof Error ? error.name : 'unknown');
  }
}
