import { storage } from './local-storage.ts';
import { createStore, type Store } from './store.ts';

/** A text in local storage that other tabs write too; empty without one. */
export interface StoredText {
  readonly read: () => string;
  /** Stores it; an empty one removes the key. */
  readonly write: (text: string) => void;
  readonly store: Store<string>;
}

/** The text under a key of local storage. */
export function storedText(key: string): StoredText {
  const read = () => storage.get(key) ?? '';
  const store = createStore(read(), () => {
    const follow = () => store.set(read());
    follow();
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  });
  const write = (text: string) => {
    if (text === '') storage.remove(key);
    else storage.set(key, text);
    store.set(text);
  };
  return { read, write, store };
}
