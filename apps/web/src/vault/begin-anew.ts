import { anewWords } from '@nuances/domain/vault/state';
import { api } from '../api/client.ts';
import { requireUserId } from '../session/session-store.ts';
import { changeDeviceVault } from '../keys/device-vault.ts';
import { applyVaultState } from './follow-state.ts';
import { dropKeys } from '../keys/keyring.ts';
import { unpinVault } from './pins.ts';

/**
 * Erases everything sealed and gives the account a key of the server.
 * @param word that the person typed, as the dialog asks
 * @throws as the call does, and RangeError for another word
 */
export async function beginAnew(password: string, word: string): Promise<void> {
  const owner = requireUserId();
  const typed = anewWords.find((one) => one === word.trim().toLowerCase());
  if (typed === undefined) throw new RangeError('The word was not typed');
  const state = await api.vault.anew.mutate({ password, word: typed });
  // The person ended this vault here: nothing is left to hold the server to.
  await unpinVault(owner);
  dropKeys();
  await changeDeviceVault(owner, (known) => ({ ...known, opened: [], begun: null }));
  await applyVaultState(owner, state);
}
