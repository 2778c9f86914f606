import { createStore, useStore } from '../browser/store.ts';

/** An account that was just made in this page; its person has not logged in yet. */
export interface NewAccount {
  readonly username: string;
  readonly email: string;
  /** As it was just typed, so that nobody has to type it twice; in the memory of this page, and null after some minutes. */
  readonly password: string | null;
}

/** How long a typed password is kept, milliseconds. */
const passwordMs = 600_000;

const created = createStore<NewAccount | null>(null);
let forgetting: ReturnType<typeof setTimeout> | undefined;

/** Stores the new account until its person logs in or the page is closed; null removes it. */
export function setNewAccount(account: NewAccount | null): void {
  clearTimeout(forgetting);
  created.set(account);
  if (account) forgetting = setTimeout(() => created.set({ ...account, password: null }), passwordMs);
}

/** The new account; renders again when it changes. */
export function useNewAccount(): NewAccount | null {
  return useStore(created);
}

/** The new account, for the next form. */
export function currentNewAccount(): NewAccount | null {
  return created.get();
}
