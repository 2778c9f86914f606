/** Closes the vault by itself after some time without use of any page of the product on this device, or when it is hidden. */
import { storage } from '../browser/local-storage.ts';
import { currentLockChoice } from './lock-choice.ts';
import { lockNow } from './lock.ts';
import { lastUseKey, mustLockKey } from '../keys/vault-mark.ts';

/** Uses are written this far apart at least, milliseconds. */
const writeEveryMs = 5_000;
const uses = ['pointerdown', 'pointermove', 'keydown', 'touchstart', 'wheel', 'scroll'] as const;

let timer: ReturnType<typeof setTimeout> | undefined;
let written = 0;

/** Milliseconds until the vault locks; 0 when it is time, null when no time is set. */
function untilLock(): number | null {
  const choice = currentLockChoice();
  if (choice === 'hidden') return null;
  const now = Date.now();
  let lastUse = Number(storage.get(lastUseKey));
  // The clock was set back: the time counts from now, once, and is not postponed at each look until the clock is there again.
  if (lastUse > now) storage.set(lastUseKey, String((lastUse = now)));
  return Math.max(0, Number(choice) * 60_000 - (now - lastUse));
}

/** Whether the vault has to be closed before a page shows it: nobody used one for too long, or a page ended while it locked. */
export function isLockDue(): boolean {
  if (storage.get(mustLockKey) !== null) return true;
  return storage.get(lastUseKey) !== null && untilLock() === 0;
}

function lockWhenDue(): void {
  clearTimeout(timer);
  const wait = untilLock();
  if (wait === 0) void lockNow();
  else timer = setTimeout(lockWhenDue, wait ?? writeEveryMs);
}

function noteUse(): void {
  const now = Date.now();
  if (Math.abs(now - written) < writeEveryMs) return;
  // A page that slept past its time locks at its first use, not after it.
  if (untilLock() === 0) return lockWhenDue();
  written = now;
  storage.set(lastUseKey, String(now));
}

function onVisibility(): void {
  if (document.visibilityState === 'visible') return lockWhenDue();
  if (currentLockChoice() === 'hidden') void lockNow();
}

/** Starts watching, while a vault is open. The time counts from now. */
export function watchUse(): () => void {
  written = 0;
  storage.set(lastUseKey, String(Date.now()));
  for (const use of uses) window.addEventListener(use, noteUse, { passive: true, capture: true });
  document.addEventListener('visibilitychange', onVisibility);
  lockWhenDue();
  return () => {
    clearTimeout(timer);
    for (const use of uses) window.removeEventListener(use, noteUse, { capture: true });
    document.removeEventListener('visibilitychange', onVisibility);
  };
}
