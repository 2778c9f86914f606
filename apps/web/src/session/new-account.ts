import { storage } from '../browser/local-storage.ts';
import { createStore, useStore } from '../browser/store.ts';

/** An account that was just made in this browser; its person has not logged in yet. */
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

/** In local storage, so that the message is there after the browser was closed: user name, address, target and time. */
const key = 'nuances.newAccount';
/** How long it is kept there, milliseconds. */
const keptMs = 7 * 86_400_000;

function stored(): NewAccount | null {
  try {
    const kept: unknown = JSON.parse(storage.get(key) ?? 'null');
    if (!Array.isArray(kept)) return null;
    const values: readonly unknown[] = kept;
    const [username, email, target, madeAt] = values;
    if (typeof username !== 'string' || typeof email !== 'string' || typeof madeAt !== 'number') return null;
    if (Date.now() - madeAt > keptMs) {
      storage.remove(key);
      return null;
    }
    return { username, email, password: null, target: typeof target === 'string' ? target : null };
  } catch {
    return null;
  }
}

function store(account: NewAccount | null): void {
  if (account) storage.set(key, JSON.stringify([account.username, account.email, account.target, Date.now()]));
  else storage.remove(key);
}

const created = createStore<NewAccount | null>(stored());
let forgetting: ReturnType<typeof setTimeout> | undefined;

/** Stores the new account until somebody logs in, the message is closed, or a week has passed; null removes it. */
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
