import { createStore, useStore } from '../browser/store.ts';

/** An account that was just made in this tab; its person has not logged in yet. */
export interface NewAccount {
  readonly username: string;
  readonly email: string;
  /** As it was just typed, so that nobody has to type it twice; in the memory of this page, and null after some minutes. */
  readonly password: string | null;
  /** Path that the person wanted when they signed up; null for none. */
  readonly target: string | null;
}

/** How long a typed password is kept, milliseconds. */
const passwordMs = 600_000;

/** In session storage, so that a reload keeps the message: a list of user name, address and target. */
const key = 'nuances.newAccount';

function stored(): NewAccount | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    if (!Array.isArray(kept)) return null;
    const values: readonly unknown[] = kept;
    const [username, email, target] = values;
    if (typeof username !== 'string' || typeof email !== 'string') return null;
    return { username, email, password: null, target: typeof target === 'string' ? target : null };
  } catch {
    // No session storage: a page that is made by the build, or a browser that blocks it.
    return null;
  }
}

function store(account: NewAccount | null): void {
  try {
    if (account) sessionStorage.setItem(key, JSON.stringify([account.username, account.email, account.target]));
    else sessionStorage.removeItem(key);
  } catch {
    // The message lasts as long as the page.
  }
}

const created = createStore<NewAccount | null>(stored());
let forgetting: ReturnType<typeof setTimeout> | undefined;

/** Stores the new account until its person logs in or the tab is closed; null removes it. */
export function setNewAccount(account: NewAccount | null): void {
  clearTimeout(forgetting);
  created.set(account);
  store(account);
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
