/** The service worker fetches the whole app before it can take a subscription; milliseconds. */
const workerTimeoutMs = 30_000;

/**
 * What this browser does about notifications: it has none, the person has closed them, has not been asked, or has allowed
 * them; then it is or is not subscribed to its push service.
 */
export type PushState = 'none' | 'blocked' | 'unasked' | 'allowed' | 'subscribed';

/** In development there is no service worker, and on an iPhone there is no push before the app is installed. */
const hasPush = () =>
  !import.meta.env.DEV && 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** How things stand. Never rejects. */
export async function readPushState(): Promise<PushState> {
  if (!hasPush()) return 'none';
  if (Notification.permission === 'denied') return 'blocked';
  if (Notification.permission === 'default') return 'unasked';
  const subscription = await currentSubscription().catch(() => null);
  return subscription ? 'subscribed' : 'allowed';
}

/** The worker, once it runs. @throws DOMException `TimeoutError` */
async function activeWorker(): Promise<ServiceWorkerRegistration> {
  const late = AbortSignal.timeout(workerTimeoutMs);
  return Promise.race([
    navigator.serviceWorker.ready,
    new Promise<never>((_resolve, reject) => {
      late.addEventListener('abort', () => reject(new DOMException('no service worker', 'TimeoutError')));
    }),
  ]);
}

/**
 * Subscribes this browser to its push service, after asking the person where they have not been asked. Call it while
 * they press something.
 * @param publicKey VAPID public key of the server, base64url
 * @returns the address of the push service for this browser; null when the person did not allow it
 * @throws DOMException when the push service cannot be reached
 */
export async function subscribeToPush(publicKey: string): Promise<string | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  const { pushManager } = await activeWorker();
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  try {
    return (await pushManager.subscribe(options)).endpoint;
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'InvalidStateError')) throw error;
    // A subscription with the key of a server before: nobody sends to it any more.
    await unsubscribeFromPush();
    return (await pushManager.subscribe(options)).endpoint;
  }
}

/** Ends the subscription of this browser, if it has one. Never rejects: nothing is sent to a forgotten one. */
export async function unsubscribeFromPush(): Promise<void> {
  // Without the permission there is none any more.
  if (!hasPush() || Notification.permission !== 'granted') return;
  try {
    const subscription = await currentSubscription();
    await subscription?.unsubscribe();
  } catch (error) {
    console.warn('the push subscription was not ended', error instanceof Error ? error.name : 'unknown');
  }
}
