/** Agreements that the logged-in person still has to be asked for: kept by the browser, so that a reload asks as well. */
import type { OpenConsent } from '@nuances/domain/consent/ledger';
import { useStore } from '../browser/store.ts';
import { storedText } from '../browser/stored-text.ts';

/**
 * In local storage: the account, the versions of the words, and what is asked, separated by spaces. What is asked again
 * has a plus sign.
 */
export const openConsentsKey = 'nuances.consents';

const { read, write, store } = storedText(openConsentsKey);

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
  write(`${owner} ${words} ${names.join(',')}`);
}

/** Removes what is known, at the end of a session. */
export function forgetOpenConsents(): void {
  write('');
}

/** Versions of the words by which an account was last looked at; null when it never was since its login. */
export function knownWords(userId: string): string | null {
  const [owner, words = null] = read().split(' ');
  return owner === userId ? words : null;
}

/** Whether an account keeps its scans, as far as is known since its login: only where it still has to be asked it does not. */
export function keepsScans(userId: string): boolean {
  const [owner, , asked = ''] = read().split(' ');
  return owner === userId && !asked.split(',').includes('keep');
}

/** Names of the agreements that an account is asked for, as they are stored; empty for none. */
export function useOpenConsents(userId: string | null): string {
  const [owner, , asked = ''] = useStore(store).split(' ');
  return owner === userId ? asked : '';
}
