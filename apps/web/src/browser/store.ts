import { useSyncExternalStore } from 'react';

/** One value in the memory of the page, for components and for code outside of React. */
export interface Store<T> {
  readonly get: () => T;
  /** Replaces the value and calls the listeners, unless the value is the same. */
  readonly set: (next: T) => void;
  /** Calls `listener` after each change; returns the function that unsubscribes. */
  readonly subscribe: (listener: () => void) => () => void;
}

/**
 * Makes a store.
 * @param connect subscribes to an external source while there are listeners: called with the first one; the function it
 * returns is called after the last one has unsubscribed
 */
export function createStore<T>(initial: T, connect?: () => () => void): Store<T> {
  const listeners = new Set<() => void>();
  let value = initial;
  let disconnect: (() => void) | undefined;
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      if (listeners.size === 1) disconnect = connect?.();
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        disconnect?.();
        disconnect = undefined;
      };
    },
  };
}

/** The value of a store; the component renders again when it changes. */
export function useStore<T>({ subscribe, get }: Store<T>): T {
  return useSyncExternalStore(subscribe, get, get);
}
