/**
 * Signs that the key of the server may be another one. Apart from `vault/load-vault.ts`, which code that the vault itself uses must not
 * import.
 */
const listeners = new Set<(owner: string) => void>();
/** One that nobody listened to yet: notes may be read before what runs in the background has loaded. */
let untold: string | null = null;

/** Calls back at each sign, with the account; also for one of before. */
export function onKeyDoubt(listener: (owner: string) => void): void {
  listeners.add(listener);
  if (untold !== null) listener(untold);
  untold = null;
}

/** Tells one. */
export function reportKeyDoubt(owner: string): void {
  if (listeners.size === 0) untold = owner;
  for (const listener of listeners) listener(owner);
}
