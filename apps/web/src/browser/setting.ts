import { storage } from './local-storage.ts';
import { createStore, useStore, type Store } from './store.ts';

/** An on/off setting that is stored in this browser. */
export interface Setting {
  /** Its key in local storage. */
  readonly key: string;
  /** The value without a choice of the person. */
  readonly initial: boolean;
  readonly store: Store<boolean>;
}

/** Prerendered pages show `initial`. The stored value is read when the first listener subscribes, in a browser. */
export function createSetting(key: string, initial: boolean): Setting {
  const store = createStore(initial, () => {
    const stored = storage.get(key);
    if (stored !== null) store.set(stored === 'on');
    return () => undefined;
  });
  return { key, initial, store };
}

/** Whether visits of Home are reported from this browser: not after the person has withdrawn the counting of their use. */
export const countsVisits = createSetting('nuances.countsVisits', true);

/** Whether a setting is on. */
export function useSetting({ store }: Setting): boolean {
  return useStore(store);
}

/** Whether a setting is on, for code outside of React. */
export function isSettingOn({ key, initial }: Setting): boolean {
  const stored = storage.get(key);
  return stored === null ? initial : stored === 'on';
}

/** Changes a setting and stores it in this browser. */
export function changeSetting({ key, store }: Setting, on: boolean): void {
  storage.set(key, on ? 'on' : 'off');
  store.set(on);
}

/** A choice of one of a few values that is stored in this browser. */
export interface Choice<T extends string> {
  /** Its key in local storage. */
  readonly key: string;
  /** Null until the person has chosen. */
  readonly store: Store<T | null>;
}

/** The stored value is read when the first listener subscribes; one that is no longer offered counts as none. */
export function createChoice<T extends string>(key: string, values: readonly T[]): Choice<T> {
  const store = createStore<T | null>(null, () => {
    const stored = storage.get(key);
    store.set(values.find((value) => value === stored) ?? null);
    return () => undefined;
  });
  return { key, store };
}

/** Changes a choice and stores it in this browser. */
export function changeChoice<T extends string>({ key, store }: Choice<T>, value: T): void {
  storage.set(key, value);
  store.set(value);
}
