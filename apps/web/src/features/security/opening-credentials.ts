import type { VaultView } from '../../keys/vault-view.ts';

/** Credential ids of the passkeys that open the vault; null without a vault. Others only log in. */
export function openingCredentials({ mode, slots, keyVersion }: VaultView): ReadonlySet<string> | null {
  if (mode !== 'vault' && mode !== 'moving') return null;
  const now = slots.filter((slot) => slot.kind === 'passkey' && slot.keyVersion === keyVersion);
  // Parameters of a passkey begin with its credential (docs/vault.md).
  return new Set(now.map(({ parameters }) => parameters.split('.')[0] ?? ''));
}
