/** Agreements that the logged-in person still has to be asked for: kept by the browser, so that a reload asks as well. */
import type { OpenConsent } from '@nuances/domain/consent/ledger';
import { storage } from '../browser/local-storage.ts';
import { createStore, useStore } from '../browser/store.ts';

/**
 * In local storage: the account, the versions of the words, and what is asked, separated by spaces. What is asked again
 * has a plus sign.
 */
export const openConsentsKey = 'nuances.consents';

const read = () => storage.get(openConsentsKey) ?? '';

/** The stored text; other tabs write it too. */
const stored = createStore(read(), () => {
  const follow = () => stored.set(read());
  follow();
  window.addEventListener('storage', follow);
  return () => window.removeEventListener('storage', follow);
});

/** What was last known of an account. */
export interface OpenConsents {
  readonly owner: string;
  /** Versions of the words, as `consentWordsMark`. */
  readonly words: string;
  readonly asked: readonly OpenConsent[];
}

/** Keeps what an account has to be asked for. */
export function setOpenConsents({ owner, words, asked }: OpenConsents): void {
  const names = asked.map(({ purpose, again }) => (again ? `${purpose}+` : purpose));
  storage.set(openConsentsKey, `${owner} ${words} ${names.join(',')}`);
  stored.set(read());
}

/** Removes what is known, at the end of a session. */
export function forgetOpenConsents(): void {
  storage.remove(openConsentsKey);
  stored.set('');
}

/** Versions of the words by which an account was last looked at; null when it never was since its login. */
export function knownWords(userId: string): string | null {
  const [owner, words = null] = read().split(' ');
  return owner === userId ? words : null;
}

/** Names of the agreements that an account is asked for, as they are stored; empty for none. */
export function useOpenConsents(userId: string | null): string {
  const [owner, , asked = ''] = useStore(stored).split(' ');
  return owner === userId ? asked : '';
}
