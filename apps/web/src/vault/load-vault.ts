/** Apart from `vault-mark.ts`, which code that the vault itself uses imports. */
import { markVault } from './vault-mark.ts';

/**
 * Loads the vault of an account, which then asks the server about it. Rejects when the code cannot be fetched.
 * @param asksAgain also when it has asked in this page before
 */
export async function loadVault(owner: string, asksAgain = false): Promise<void> {
  const { startVault } = await import('./start-vault.ts');
  await startVault(owner, asksAgain);
}

/**
 * Call it with any sign that the logged-in account has a vault, or had one since: the answer of a login, a sealed row, a
 * refusal of the server. The opening page then takes the place of the screens until the vault is open.
 * @param asksAgain as {@link loadVault}
 */
export function noticeVault(owner: string, asksAgain = false): void {
  markVault(owner);
  void loadVault(owner, asksAgain).catch(() => undefined);
}
