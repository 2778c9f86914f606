/**
 * Signs that the key of the server may be another one. Apart from `vault/load-vault.ts`, which code that the vault itself uses must not
 * import.
 */
const listeners = new Set<(owner: string) => void>();

/** Calls back at each sign, with the account. */
export function onKeyDoubt(listener: (owner: string) => void): void {
  listeners.add(listener);
}

/** Tells one. */
export function reportKeyDoubt(owner: string): void {
  for (const listener of listeners) listener(owner);
}
