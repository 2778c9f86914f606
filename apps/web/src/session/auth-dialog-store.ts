import { createStore, useStore } from '../browser/store.ts';
import { currentNewAccount } from './new-account.ts';

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
