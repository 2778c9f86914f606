/** A short message over the page. */
export interface ToastMessage {
  /** Said exactly as given; a leading ✅ or ❌ is its own sign. */
  text: string;
  kind: 'info' | 'success' | 'error';
  action?: { label: string; onAction: () => void } | undefined;
  /** How it is announced; `alert` for errors, else `status`, unless said otherwise. */
  role?: 'alert' | 'status' | undefined;
  /** How long it stays, in ms; 6000 unless said otherwise. */
  duration?: number | undefined;
}

/** A short message at the foot of the window. */
export interface Toast extends ToastMessage {
  id: number;
  role: 'alert' | 'status';
  duration: number;
}

/** More than these, the shown one and those that wait, would come too late; the oldest leave first. */
const most = 3;
/** How long a toast shows at least while another one waits, ms: without and with something to do. */
const least = { text: 2500, action: 5000 };
const defaultDuration = 6000;

let list: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

/** The shown toast and those that wait, in the order of showing: a store for `useSyncExternalStore`. */
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
 * Shows a toast as soon as the one before it has gone, alerts before all others, and returns its id. The same text again
 * replaces the one on screen, unless each offers something to do: two deleted things can both be taken back.
 */
export function showToast(message: ToastMessage): number {
  lastId += 1;
  const toast: Toast = {
    ...message,
    id: lastId,
    role: message.role ?? (message.kind === 'error' ? 'alert' : 'status'),
    duration: message.duration ?? defaultDuration,
  };
  const others = list.filter((other) => other.text !== toast.text || (other.action && toast.action));
  const [shown, ...waiting] = [...others, toast].slice(-most);
  if (shown) change([shown, ...waiting.filter(isAlert), ...waiting.filter((one) => !isAlert(one))]);
  return toast.id;
}

function isAlert({ role }: Toast): boolean {
  return role === 'alert';
}

/** How long a toast shows at least while another one waits, ms. */
export function leastDuration({ action, duration }: Toast): number {
  return Math.min(duration, action ? least.action : least.text);
}

/** Takes a toast away before its time. */
export function dismissToast(id: number): void {
  change(list.filter((toast) => toast.id !== id));
}

/** Takes every toast away: what is said now is said in other words. */
export function dismissToasts(): void {
  if (list.length > 0) change([]);
}

function change(next: readonly Toast[]): void {
  list = next;
  for (const listener of listeners) listener();
}
