import { createStore, useStore } from '../browser/store.ts';

/** An account that was just made in this page; its person has not logged in yet. */
export interface NewAccount {
  readonly username: string;
  readonly email: string;
}

const created = createStore<NewAccount | null>(null);

/** Remembers a new account, as long as the page and until its person logs in; null forgets it. */
export function setNewAccount(account: NewAccount | null): void {
  created.set(account);
}

/** The account that was just made; renders again when that changes. */
export function useNewAccount(): NewAccount | null {
  return useStore(created);
}

/** The account that was just made, for the form that comes next. */
export function currentNewAccount(): NewAccount | null {
  return created.get();
}
