import { createStore, useStore } from '../browser/store.ts';

const readable = createStore(false);

/** Says that the copies and all files are on this device, as soon as the service worker can answer with them. */
export async function sayReadable(): Promise<void> {
  await navigator.serviceWorker.ready;
  readable.set(true);
}

/** Whether everything was found on this device, or brought to it, by this page. */
export function useReadableOffline(): boolean {
  return useStore(readable);
}
