import { setAnswerOpening } from './api/answer-opening.ts';
import { onIdle } from './browser/idle.ts';
import { storage } from './browser/local-storage.ts';
import { keyMark } from './keys/key-mark.ts';
import { onLock } from './keys/lock-listeners.ts';
import { setNewAccount } from './session/auth-dialog-store.ts';
import { knownWords } from './session/open-consents.ts';
import { currentSession, currentUserId, isLoggedIn } from './session/session-store.ts';
import { onKeyDoubt } from './note-store/key-doubts.ts';
import { askAboutVault, isPinned, loadVault } from './vault/load-vault.ts';
import { retryImport } from './offline/retry-import.ts';
import { openVaultChannel } from './offline/tab-channel.ts';
import { hasVault, markVault } from './keys/vault-mark.ts';

setAnswerOpening(() => import('./vault/open-answers.ts'));

/** Loads the code that sends items of the outbox. */
export async function loadDeliver() {
  const { deliver } = await import('./sync/deliver.ts');
  return deliver;
}

/** Loads the code that seals items of the outbox. */
export async function loadItemSealing() {
  const { itemSealing } = await import('./note-store/item-sealing.ts');
  return itemSealing;
}

/** After an update of the app: agreements whose words have changed are asked for again. */
async function checkWords(): Promise<void> {
  const userId = currentUserId();
  if (userId === null || knownWords(userId) === null) return;
  const { checkConsents } = await import('./session/check-consents.ts');
  await checkConsents(userId);
}

async function startOutbox(): Promise<void> {
  if (currentSession().status !== 'in') return;
  const [{ startSending }, { finishRemovals }, { recoverFinished }] = await Promise.all([
    import('./offline/send.ts'),
    import('./offline/scan-removal.ts'),
    import('./features/quiz/recover-finished.ts'),
  ]);
  startSending();
  finishRemovals();
  await recoverFinished();
}

/** The screen and the person's first actions have priority, also on a slow network. */
const prefetchDelayMs = 5_000;

async function prefetchCopiesNow(): Promise<void> {
  const userId = currentUserId();
  if (userId === null) return;
  const { prefetchCopies } = await import('./device-copy/prefetch-copies.ts');
  await prefetchCopies(userId);
}

/** Copies for offline reading are fetched when nothing else is loading. */
function startKeeping(): void {
  setTimeout(() => onIdle(prefetchCopiesNow), prefetchDelayMs);
  onIdle(() => retryImport(checkWords));
}

/** A note key is deleted from the device when its session has ended, for any reason. */
async function forgetKeys(): Promise<void> {
  if (currentSession().status !== 'out' || storage.get(keyMark) === null) return;
  const [{ clearNoteKeys }, { forgetVaults }] = await Promise.all([
    import('./keys/note-key.ts'),
    import('./keys/keyring.ts'),
  ]);
  // Somebody may have logged in meanwhile.
  if (currentSession().status !== 'out') return;
  await Promise.all([clearNoteKeys(), forgetVaults()]);
}

/** The vault of the account, if this device knows of one, asks for what it needs and goes on with what it began. */
async function startVault(): Promise<void> {
  const userId = currentUserId();
  if (userId === null || !(hasVault(userId) || (await isPinned(userId))) || !isLoggedIn(userId)) return;
  markVault(userId);
  await loadVault(userId);
}

let followsKey = false;

/** The note key of this page may be one of before a vault: a note did not open, or another tab learned that it has ended. */
function followKey(): void {
  if (followsKey) return;
  followsKey = true;
  onKeyDoubt(askAboutVault);
  openVaultChannel((message) => {
    const userId = currentUserId();
    if (message === 'changed' && userId !== null && !hasVault(userId)) askAboutVault(userId);
  });
}

let waitsForKeys = false;

/** Takes over what the page of the login did not, because it was left. A closed vault takes nothing in. */
async function completeLogin(): Promise<void> {
  const userId = currentUserId();
  if (userId !== null && hasVault(userId)) {
    const { knownVaultKeys } = await import('./keys/keyring.ts');
    waitsForKeys = (await knownVaultKeys(userId)) === null;
    if (waitsForKeys) return;
  }
  const { claimLeftScans } = await import('./scans/claim-scans.ts');
  await claimLeftScans();
}

onLock({
  goOn: () => {
    if (waitsForKeys) retryImport(completeLogin).catch(() => undefined);
  },
});

/**
 * Starts what runs in the background of a session, and what follows its end.
 * @param isStart the page has just opened; a login in it does the rest itself
 */
export function followSession(isStart: boolean): void {
  // Also of a login in another tab: this one may have the password of the sign-up.
  if (currentSession().status === 'in') setNewAccount(null);
  followKey();
  void retryImport(startOutbox);
  if (isStart) retryImport(completeLogin).catch(() => undefined);
  retryImport(startVault).catch(() => undefined);
  startKeeping();
  void retryImport(forgetKeys);
}
