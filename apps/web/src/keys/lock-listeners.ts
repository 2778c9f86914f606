/**
 * Who holds opened content of a vault. A file of its own, because every holder imports it, also for accounts without a vault.
 */

/** What holds opened content in the memory of the page, and how it lets go of it. */
export interface LockListener {
  /**
   * Seals what is being typed; the keys are still there. Resolves with whether there was anything. Never rejects. Dropped
   * content is lost, so the lock waits for it, two seconds at most.
   */
  readonly seal?: () => Promise<boolean>;
  /** Drops the opened content; the keys are gone. */
  readonly drop?: () => void;
  /** Goes on with what had to wait: keys have come, and what is stored here has the present one. */
  readonly goOn?: () => void;
}

const listeners = new Set<LockListener>();

/** Registers what holds opened content. @returns the function that ends it */
export function onLock(listener: LockListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Those that are registered; `keyring.ts` and `follow-keys.ts` call them. */
export const lockListeners: ReadonlySet<LockListener> = listeners;
