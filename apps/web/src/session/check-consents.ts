import type { ConsentEntry } from '@nuances/domain/consent/fields';
import { consentsToAsk, consentWordsMark } from '@nuances/domain/consent/ledger';
import { api } from '../api/client.ts';
import { knownWords, setOpenConsents } from './open-consents.ts';

/** Keeps what an account still has to be asked for, from its whole ledger. */
export function noteLedger(owner: string, entries: readonly ConsentEntry[]): void {
  setOpenConsents({ owner, words: consentWordsMark, asked: consentsToAsk(entries) });
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
