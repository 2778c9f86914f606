import { followKeys } from './follow-keys.ts';
import { onReconnect } from '../offline/connection.ts';
import { openVaultChannel } from '../offline/tab-channel.ts';
import { isLoggedIn, onSessionChange } from '../session/session-store.ts';
import { isLockDue, watchUse } from './auto-lock.ts';
import { readDeviceVault } from '../keys/device-vault.ts';
import { askServer } from './follow-state.ts';
import {
  dropKeys,
  lockCount,
  onKeysChange,
  applyKeys,
  sealTyped,
  takesKeys,
  unlessLocked,
  vaultKeys,
} from '../keys/keyring.ts';
import { finishLock, lockThisTab } from './lock.ts';
import { checkManifestSoon, keepManifest } from './manifest-store.ts';
import { continueAfterAnswer, followMoves } from './move-run.ts';
import { pinOf } from './pins.ts';
import { hasVault } from '../keys/vault-mark.ts';
import { onVaultChange, resetVault, showDeviceVault, showVault, vaultState } from '../keys/vault-view.ts';

let starting: { readonly owner: string; readonly done: Promise<void>; isDone: boolean } | null = null;
let isWatched = false;
let stopWatching: (() => void) | null = null;

/** Watches the use of the page while a vault is open in it. */
function watchWhileOpen(): void {
  const { mode, isOpen } = vaultState();
  const isGuarded = isOpen && (mode === 'vault' || mode === 'moving');
  if (isGuarded) stopWatching ??= watchUse();
  else {
    stopWatching?.();
    stopWatching = null;
  }
}

let wasMoving = false;

/** Counts the rows under their new key. */
function countAfterMove(): void {
  const { mode, owner } = vaultState();
  if (wasMoving && mode === 'vault' && owner !== null) checkManifestSoon(owner);
  wasMoving = mode === 'moving';
}

/** Shows what the device knows now: another tab changed it. */
async function readAgain(owner: string): Promise<void> {
  const since = lockCount();
  const known = await readDeviceVault(owner);
  if (!isLoggedIn(owner)) return;
  if (!known) {
    // Another tab has ended the vault. What was sealed here since, with keys that this tab alone still has, would open nowhere.
    if (vaultKeys(owner) !== null) await askServer(owner).catch(() => undefined);
    return;
  }
  // This tab slept, and heard of no lock: what it has opened has to go, too.
  if (known.opened.length === 0 && vaultKeys(owner) !== null) return lockThisTab();
  if (takesKeys(known)) await sealTyped();
  applyKeys(known, since);
  showDeviceVault(unlessLocked(known, since));
}

/** The vault of the logged-in account in this page, as far as it was started. */
const ownerHere = () => (isLoggedIn(starting?.owner ?? null) ? (starting?.owner ?? null) : null);

/** All fonts at once: a browser fetches one when a text has a letter of it, which would tell the server of that text. */
function loadFonts(): void {
  // A page that does not get one shows another.
  for (const face of document.fonts) face.load().catch(() => undefined);
}

function followDevice(): void {
  if (isWatched) return;
  isWatched = true;
  loadFonts();
  onVaultChange(watchWhileOpen);
  onVaultChange(countAfterMove);
  openVaultChannel((message) => {
    const owner = ownerHere();
    if (owner === null) return;
    const closed = message === 'changed' ? Promise.resolve() : lockThisTab();
    void closed.then(() => (message === 'locking' ? undefined : readAgain(owner)));
  });
  // A tab that slept may have missed a message.
  document.addEventListener('visibilitychange', () => {
    const owner = ownerHere();
    if (owner !== null && document.visibilityState === 'visible') void readAgain(owner);
  });
  followKeys();
  followMoves(ownerHere);
  keepManifest(ownerHere);
  onKeysChange(() => {
    const owner = ownerHere();
    if (owner !== null && vaultKeys(owner) !== null) checkManifestSoon(owner);
  });
  onReconnect(() => {
    const owner = ownerHere();
    if (owner === null) return;
    void askServer(owner)
      .catch(() => undefined)
      .then(() => continueAfterAnswer(owner));
  });
  onSessionChange(() => {
    if (starting === null || isLoggedIn(starting.owner)) return;
    starting = null;
    dropKeys();
    resetVault();
  });
}

async function start(owner: string): Promise<void> {
  if (isLockDue()) {
    await finishLock();
    // The page may have them: it logged in again without a reload.
    dropKeys();
  }
  const known = await readDeviceVault(owner);
  if (known) await readAgain(owner);
  // The device does not know the vault yet, and the server may not answer.
  else if (await pinOf(owner)) showVault({ owner, mode: 'vault', isOpen: false });
  const answer = await askServer(owner);
  if (answer === 'silent' && !known && isLoggedIn(owner) && hasVault(owner))
    showVault({ owner, mode: 'vault', isOpen: false });
  continueAfterAnswer(owner);
  // What opened a row before this start has read the keys already: nobody heard of them.
  if (vaultKeys(owner) !== null) checkManifestSoon(owner);
}

/** Begins with the vault of the logged-in account, once: from the device, then as the server says. Rejects as the call does. */
export async function startVault(owner: string, asksAgain = false): Promise<void> {
  if (!isLoggedIn(owner)) return;
  followDevice();
  if (starting?.owner === owner && starting.isDone && asksAgain) {
    await askServer(owner);
    return continueAfterAnswer(owner);
  }
  if (starting?.owner !== owner) starting = { owner, done: start(owner), isDone: false };
  const begun = starting;
  await begun.done.catch((error: unknown) => {
    starting = null;
    throw error;
  });
  begun.isDone = true;
}
