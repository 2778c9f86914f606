/** Apart from `vault-mark.ts`, which code that the vault itself uses imports. */
import { storage } from '../browser/local-storage.ts';
import { markVault, pinsKey } from '../keys/vault-mark.ts';

/** Whether this device holds the server to a vault of an account. Rejects when the code cannot be fetched. */
export async function isPinned(owner: string): Promise<boolean> {
  if (storage.get(pinsKey) === null || !globalThis.isSecureContext) return false;
  const { pinOf } = await import('./pins.ts');
  return (await pinOf(owner)) !== null;
}

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

/** The server is asked at most this often, milliseconds: whatever it answers, it may give the same sign again. */
const askPauseMs = 15_000;
let nextAsk = 0;
let asking: ReturnType<typeof setTimeout> | undefined;
/** Another account may have logged in while an earlier sign waited. */
let doubted = '';

/**
 * Call it with any sign that the account may have a vault, or another key of the server after one. What is open stays, and is
 * sealed with the key that is here, until the server has answered.
 */
export function askAboutVault(owner: string): void {
  doubted = owner;
  asking ??= setTimeout(
    () => {
      asking = undefined;
      nextAsk = performance.now() + askPauseMs;
      void loadVault(doubted, true).catch(() => undefined);
    },
    Math.max(0, nextAsk - performance.now()),
  );
}
