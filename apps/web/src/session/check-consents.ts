import type { ConsentEntry } from '@nuances/domain/consent/fields';
import { consentsToAsk, consentWordsMark, type OpenConsent } from '@nuances/domain/consent/ledger';
import { api } from '../api/client.ts';
import { knownWords, setOpenConsents } from './open-consents.ts';

/** Keeps what a login or another answer of the server says that the person has to be asked for. */
export function noteConsents(owner: string, asked: readonly OpenConsent[]): void {
  setOpenConsents({ owner, words: consentWordsMark, asked });
}

/** As {@link noteConsents}, from the whole ledger. */
export function noteLedger(owner: string, entries: readonly ConsentEntry[]): void {
  noteConsents(owner, consentsToAsk(entries));
}

/**
 * Asks the server what the person agreed to, when the words of this version of the app are others than at their login.
 * Rejects like any call.
 */
export async function checkConsents(userId: string): Promise<void> {
  const words = knownWords(userId);
  if (words === null || words === consentWordsMark) return;
  noteLedger(userId, await api.consents.list.query());
}
