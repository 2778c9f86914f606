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
 * Call it with any sign that the logged-in account has a vault: the answer of a login, a sealed row, a refusal of the server.
 * The opening page then takes the place of the screens until the vault is open.
 */
export function noticeVault(owner: string): void {
  markVault(owner);
  void loadVault(owner).catch(() => undefined);
}

/**
 * Call it with any sign that the account may have a vault, or another key of the server after one. What is open stays, and is
 * sealed with the key that is here, until the server has answered.
 */
export function askAboutVault(owner: string): void {
  void loadVault(owner, true).catch(() => undefined);
}
