import { markedVault, useMarkedVault } from '../keys/vault-mark.ts';
import { useVault, type VaultView } from '../keys/vault-view.ts';

/** As {@link useVault}, for screens about the vault: an account of which nothing was ever said has none. */
export function useVaultHere(): VaultView {
  const view = useVault();
  // What is rendered tells null at first, and a page that is opened now would lead away.
  const marked = useMarkedVault() ?? markedVault();
  return view.mode === 'unknown' && marked === null ? { ...view, mode: 'none' } : view;
}
