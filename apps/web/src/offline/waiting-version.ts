import { createStore, useStore } from '../browser/store.ts';

/** A version that is on this device, and is not used yet. */
export interface WaitingVersion {
  /** Such as `0.9.1`; empty when its worker does not say. */
  readonly version: string;
}

let worker: ServiceWorker | null = null;
const store = createStore<WaitingVersion | null>(null);

/** How long a worker may take to name its version, milliseconds. */
const answerMs = 3_000;

/** Asks a worker for its version (worker/version.ts). */
function versionOf(asked: ServiceWorker): Promise<string> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', ({ data }: MessageEvent<unknown>) =>
      resolve(typeof data === 'string' ? data : ''),
    );
    port1.start();
    asked.postMessage({ type: 'VERSION' }, [port2]);
    setTimeout(() => resolve(''), answerMs);
  });
}

/** Remembers the worker that waits. */
export async function rememberWaiting(waiting: ServiceWorker): Promise<WaitingVersion> {
  worker = waiting;
  const found = { version: await versionOf(waiting) };
  store.set(found);
  return found;
}

/** The version that waits for the person's agreement; null without one. Renders again when there is one. */
export function useWaitingVersion(): WaitingVersion | null {
  return useStore(store);
}

/** The person agrees: the version that waits is used from now on, and every tab that runs the app loads again. */
export function takeWaitingVersion(): void {
  worker?.postMessage({ type: 'SKIP_WAITING' });
}
