import { createStore, useStore } from '../browser/store.ts';

/** `offline`: the browser has no network. `silent`: it has one, but the server does not answer. */
export type Connection = 'online' | 'offline' | 'silent';

const healthPath = '/api/health';
/** First pause before a silent server is asked again; it doubles up to the longest. */
const firstPauseMs = 3_000;
const longestPauseMs = 15_000;
const healthTimeoutMs = 5_000;

const reconnectListeners = new Set<() => void>();
let checking: Promise<void> | null = null;

const connection = createStore<Connection>('online', () => {
  const lose = () => connection.set('offline');
  if (!navigator.onLine) lose();
  window.addEventListener('online', reconnect);
  window.addEventListener('offline', lose);
  return () => {
    window.removeEventListener('online', reconnect);
    window.removeEventListener('offline', lose);
  };
});

function reconnect(): void {
  connection.set('online');
  for (const listener of reconnectListeners) listener();
}

async function isHealthy(): Promise<boolean> {
  try {
    return (await fetch(healthPath, { signal: AbortSignal.timeout(healthTimeoutMs) })).ok;
  } catch {
    return false;
  }
}

/** Asks the server until it answers; the first time before anything is shown, because one call may fail by itself. */
async function watchSilence(): Promise<void> {
  let wasSilent = false;
  for (let pauseMs = firstPauseMs; !(await isHealthy()); pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    wasSilent = true;
    if (connection.get() !== 'offline') connection.set('silent');
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  if (wasSilent && connection.get() === 'silent') reconnect();
}

/** To be called when a call got no answer: the server is asked for its health until it answers again. */
export function noteSilence(): void {
  checking ??= watchSilence().finally(() => {
    checking = null;
  });
}

/** Calls back when the network or the server is back, while something listens to the connection. */
export function onReconnect(listener: () => void): () => void {
  reconnectListeners.add(listener);
  return () => reconnectListeners.delete(listener);
}

/** What the browser and the last calls tell about the way to the server. */
export function useConnection(): Connection {
  return useStore(connection);
}
