import { createStore, useStore } from '../browser/store.ts';

/** The auth modals by their names in the specification. */
export type AuthDialogName = 'login' | 'signup' | 'forgot' | 'reset';

/** Which modal is open, why, and where it leads. */
export interface AuthDialog {
  readonly name: AuthDialogName;
  /** Why the modal opened by itself; the modal says so above its fields. */
  readonly reason?: 'history' | 'session' | 'elsewhere' | 'note';
  /** Path to open after the login. */
  readonly target?: string;
  /** The checked reset link, for the modal `reset`. */
  readonly resetLink?: { readonly token: string; readonly email: string };
}

/** What a login is to lead to. */
type Intent = Pick<AuthDialog, 'reason' | 'target'>;

const active = createStore<AuthDialog | null>(null);
/** Waits for the next login, because making an account comes in between. */
let intent: Intent = {};

/** Opens a dialog in place of the one that is open; a login without a target of its own takes the saved one. */
export function openAuthDialog(modal: AuthDialog): void {
  const withoutTarget = modal.name === 'login' && modal.target === undefined;
  active.set(withoutTarget ? { ...intent, ...modal } : modal);
}

/** Closes the dialog that is open, if any, and forgets what it was to lead to. */
export function closeAuthDialog(): void {
  if (active.get()) intent = {};
  active.set(null);
}

/** Saves what a dialog was to lead to for the next login of this page. */
export function saveIntent({ reason, target }: AuthDialog): void {
  intent = { ...(reason && { reason }), ...(target !== undefined && { target }) };
}

/** The modal that is open now. */
export function currentAuthDialog(): AuthDialog | null {
  return active.get();
}

/** The modal that is open; renders again when it changes. */
export function useAuthDialog(): AuthDialog | null {
  return useStore(active);
}
