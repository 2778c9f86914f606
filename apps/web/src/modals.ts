import { useSyncExternalStore } from 'react';

/** The auth modals by their names in the specification. */
export type ModalName = 'login' | 'signup' | 'forgot' | 'reset';

export interface ActiveModal {
  readonly name: ModalName;
  /** Why the modal opened by itself; the modal says so above its fields. */
  readonly reason?: 'history' | 'session' | 'note';
  /** Path to open after the login. */
  readonly target?: string;
  /** The checked reset link, for the modal `reset`. */
  readonly resetLink?: { readonly token: string; readonly email: string };
}

const listeners = new Set<() => void>();
let active: ActiveModal | null = null;

export function openModal(modal: ActiveModal): void {
  active = modal;
  for (const listener of listeners) listener();
}

export function closeModal(): void {
  active = null;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useActiveModal(): ActiveModal | null {
  return useSyncExternalStore(
    subscribe,
    () => active,
    () => null,
  );
}
