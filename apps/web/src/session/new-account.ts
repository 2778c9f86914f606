import { createStore, useStore } from '../browser/store.ts';

/** An account that was just made in this page; its person has not logged in yet. */
export interface NewAccount {
  readonly username: string;
  readonly email: string;
}

const created = createStore<NewAccount | null>(null);

/** Stores the new account until its person logs in or the page is closed; null removes it. */
export function setNewAccount(account: NewAccount | null): void {
  created.set(account);
}

/** The new account; renders again when it changes. */
export function useNewAccount(): NewAccount | null {
  return useStore(created);
}

/** The new account, for the next form. */
export function currentNewAccount(): NewAccount | null {
  return created.get();
}
