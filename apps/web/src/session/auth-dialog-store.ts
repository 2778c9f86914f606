/** What a visitor has before a login: the open dialog, where it leads, and the account that was just made. */
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
const newAccountKey = 'nuances.newAccount';
/** How long it is kept there, milliseconds. */
const keptMs = 7 * 86_400_000;

function storedAccount(): NewAccount | null {
  try {
    const kept: unknown = JSON.parse(storage.get(newAccountKey) ?? 'null');
    if (!Array.isArray(kept)) return null;
    const values: readonly unknown[] = kept;
    const [username, email, target, madeAt] = values;
    if (typeof username !== 'string' || typeof email !== 'string' || typeof madeAt !== 'number') return null;
    if (Date.now() - madeAt > keptMs) {
      storage.remove(newAccountKey);
      return null;
    }
    return { username, email, password: null, target: typeof target === 'string' ? target : null };
  } catch {
    return null;
  }
}

function storeAccount(account: NewAccount | null): void {
  if (account)
    storage.set(newAccountKey, JSON.stringify([account.username, account.email, account.target, Date.now()]));
  else storage.remove(newAccountKey);
}

const created = createStore<NewAccount | null>(storedAccount());
let forgetting: ReturnType<typeof setTimeout> | undefined;

/** Stores the new account until somebody logs in, the message is closed, or a week has passed; null removes it. */
export function setNewAccount(account: NewAccount | null): void {
  clearTimeout(forgetting);
  created.set(account);
  storeAccount(account);
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

/** The auth modals by their names in the specification. */
export type AuthDialogName = 'login' | 'signup' | 'forgot' | 'reset';

/** The open modal, the reason why it opened, and its target. */
export interface AuthDialog {
  readonly name: AuthDialogName;
  /** Why the modal opened by itself; it shows the reason above its fields. */
  readonly reason?: 'history' | 'session' | 'elsewhere' | 'note';
  /** Path to open after the login. */
  readonly target?: string;
  /** The checked token of a reset link, for the modal `reset`. */
  readonly resetLink?: { readonly token: string; readonly email: string };
}

/** The path that a login opens. */
type Intent = Pick<AuthDialog, 'reason' | 'target'>;

const active = createStore<AuthDialog | null>(null);
const wanted = currentNewAccount()?.target ?? null;
/** Kept for the next login, because a sign-up may come in between, and after it a reload. */
let intent: Intent = wanted === null ? {} : { target: wanted };

/** Opens a dialog in place of the open one; a login without a target takes the stored one. */
export function openAuthDialog(modal: AuthDialog): void {
  const withoutTarget = modal.name === 'login' && modal.target === undefined;
  active.set(withoutTarget ? { ...intent, ...modal } : modal);
}

/** Closes the open dialog, if any, and deletes its target. */
export function closeAuthDialog(): void {
  if (active.get()) intent = {};
  active.set(null);
}

/** Stores the target for the next login of this page. */
export function saveIntent({ reason, target }: AuthDialog): void {
  intent = { ...(reason && { reason }), ...(target !== undefined && { target }) };
}

/** The target that is stored for the next login. */
export function savedTarget(): string | undefined {
  return intent.target;
}

/** The modal that is open now. */
export function currentAuthDialog(): AuthDialog | null {
  return active.get();
}

/** The modal that is open; renders again when it changes. */
export function useAuthDialog(): AuthDialog | null {
  return useStore(active);
}
