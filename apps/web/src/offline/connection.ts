import { createStore, useStore } from '../browser/store.ts';

/** `offline`: the browser has no network. `silent`: it has one, but the server does not answer. */
export type Connection = 'online' | 'offline' | 'silent';

const healthPath = '/api/health';
/** First pause before the server is asked again; it doubles up to the longest, milliseconds. */
const firstPauseMs = 3_000;
const longestPauseMs = 15_000;
const healthTimeoutMs = 5_000;

const reconnectListeners = new Set<() => void>();
let checking: Promise<void> | null = null;
let pauseMs = firstPauseMs;
/** Ends the pause before the next question. */
let endPause: (() => void) | undefined;

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
  pauseMs = firstPauseMs;
  endPause?.();
  for (const listener of reconnectListeners) listener();
}

async function isHealthy(): Promise<boolean> {
  try {
    return (await fetch(healthPath, { signal: AbortSignal.timeout(healthTimeoutMs) })).ok;
  } catch {
    return false;
  }
}

/**
 * Asks the server until it answers. The first time the page shows nothing yet, because a single call may fail for other
 * reasons.
 */
async function watchSilence(): Promise<void> {
  while (!(await isHealthy())) {
    if (connection.get() !== 'offline') connection.set('silent');
    await new Promise<void>((resolve) => {
      endPause = resolve;
      setTimeout(resolve, pauseMs);
      pauseMs = Math.min(2 * pauseMs, longestPauseMs);
    });
  }
  checking = null;
  if (connection.get() === 'silent') reconnect();
}

/** Reports that a call got no answer: the server's health is asked for until it answers again. */
export function noteSilence(): void {
  checking ??= watchSilence();
}

/** Calls back when the network or the server is available again, while the connection has a listener. */
export function onReconnect(listener: () => void): () => void {
  reconnectListeners.add(listener);
  return () => reconnectListeners.delete(listener);
}

/** State of the connection, from the browser and the last calls. */
export function useConnection(): Connection {
  return useStore(connection);
}
