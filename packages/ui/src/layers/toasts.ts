/** A short message over the page. */
export interface ToastMessage {
  /** Shown unchanged; a leading ✅ or ❌ is its icon. */
  text: string;
  kind: 'info' | 'success' | 'error';
  action?: { label: string; onAction: () => void } | undefined;
  /** How long it stays, milliseconds; 6000 by default. */
  duration?: number | undefined;
}

/** A short message at the bottom of the window. */
export interface Toast extends ToastMessage {
  id: number;
  /** How it is announced. */
  role: 'alert' | 'status';
  duration: number;
}

/** Largest number of toasts, visible and waiting: more would be too late; of those without action the oldest is removed first, alerts last. */
const most = 3;
/** How long a toast is shown at least while another one waits, milliseconds: without and with an action. */
const least = { text: 2500, action: 5000 };
const defaultDuration = 6000;
/** For two sentences, which take longer to read, and for what somebody may have to think about, milliseconds. */
export const longToastMs = 12_000;

let list: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

/** The visible toast and the waiting ones, in order: a store for `useSyncExternalStore`. */
export const toasts = {
  get: () => list,
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};

/**
 * Shows a toast after the earlier ones, and returns its id. An alert comes before everything else, also before what is
 * visible, and replaces plain successes: said after it, they would deny it. The same text replaces the visible one,
 * unless each offers an action: two deletions can both be undone. A toast with an action replaces plain ones, so that
 * an undo never waits behind them.
 */
export function showToast(message: ToastMessage): number {
  lastId += 1;
  const toast: Toast = {
    ...message,
    id: lastId,
    role: message.kind === 'error' ? 'alert' : 'status',
    duration: message.duration ?? defaultDuration,
  };
  const all = [...list.filter((other) => !isReplaced(other, toast)), toast];
  const dropped = all.length > most ? (all.find((one) => isPlain(one) && !isAlert(one)) ?? all[0]) : undefined;
  const kept = all.filter((one) => one !== dropped);
  change(kept.sort((one, other) => Number(isAlert(other)) - Number(isAlert(one))));
  return toast.id;
}

function isReplaced(earlier: Toast, next: Toast): boolean {
  if (next.action) return isPlain(earlier) && (earlier.text === next.text || !isAlert(earlier));
  if (isAlert(next) && isPlain(earlier) && earlier.kind === 'success') return true;
  return earlier.text === next.text;
}

function isPlain({ action }: Toast): boolean {
  return action === undefined;
}

function isAlert({ role }: Toast): boolean {
  return role === 'alert';
}

/** How long a toast is shown at least while another one waits, milliseconds. */
export function leastDuration({ action, duration }: Toast): number {
  return Math.min(duration, action ? least.action : least.text);
}

/** Removes a toast early. */
export function dismissToast(id: number): void {
  change(list.filter((toast) => toast.id !== id));
}

/** Removes every toast: their texts are out of date. */
export function dismissToasts(): void {
  if (list.length > 0) change([]);
}

function change(next: readonly Toast[]): void {
  list = next;
  for (const listener of listeners) listener();
}
