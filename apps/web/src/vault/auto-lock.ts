/** Closes the vault by itself after some time without use of any page of the product on this device, or when it is hidden. */
import { dismissToast, showToast } from '@nuances/ui/toast';
import { storage } from '../browser/local-storage.ts';
import { currentI18n, loadNamespaces } from '../i18n/locale-store.ts';
import { currentLockChoice, lockChoice } from './lock-choice.ts';
import { lockNow } from './lock.ts';
import { lastUseKey, mustLockKey } from '../keys/vault-mark.ts';

/** Uses are written this far apart at least, milliseconds. */
const writeEveryMs = 5_000;
/** It is said so long before, milliseconds; not when hardly any of it is left, as after a sleep of the device. */
const notice = { beforeMs: 20_000, leastMs: 2_000 };
/** So long ago, milliseconds, no page was in sight any more that writes it: what locks when hidden ended in a crash. */
const outOfSightMs = 60_000;
/** So long after a use, milliseconds, the notice goes: not from under the finger that presses it, onto what is behind. */
const noticeGoesMs = 1_000;
const uses = ['pointerdown', 'pointermove', 'keydown', 'touchstart', 'wheel', 'scroll'] as const;

let timer: ReturnType<typeof setTimeout> | undefined;
let written = 0;

let wantsNotice = false;
let toast: number | undefined;

/**
 * Says that the vault is about to close by itself, once until {@link hideLockNotice}. Without its texts, nothing is said.
 * @param leftMs until it closes, milliseconds
 */
function showLockNotice(leftMs: number, onStay: () => void): void {
  if (wantsNotice) return;
  wantsNotice = true;
  loadNamespaces('lock')
    .then(() => {
      if (!wantsNotice) return;
      const { soon, stay } = currentI18n().LL.lock;
      toast = showToast({
        kind: 'info',
        text: soon({ count: Math.round(leftMs / 1000) }),
        action: { label: stay(), onAction: onStay },
        duration: leftMs,
      });
    })
    .catch(() => undefined);
}

function hideLockNotice(): void {
  wantsNotice = false;
  if (toast !== undefined) dismissToast(toast);
  toast = undefined;
}

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

/** Milliseconds since the last use, or until it where the clock was set back. */
const sinceUse = () => Math.abs(Date.now() - Number(storage.get(lastUseKey)));

/** Whether the vault has to be closed before a page shows it: nobody used one for too long, or a page ended while it locked. */
export function isLockDue(): boolean {
  if (storage.get(mustLockKey) !== null) return true;
  if (storage.get(lastUseKey) === null) return false;
  return currentLockChoice() === 'hidden' ? sinceUse() > outOfSightMs : untilLock() === 0;
}

function lockWhenDue(): void {
  clearTimeout(timer);
  const wait = untilLock();
  if (wait === 0) return void lockNow();
  // To be in sight is a use for what locks when hidden. Two windows answer each other's writes, hence the pause.
  const isInSight = wait === null && document.visibilityState === 'visible';
  if (isInSight && sinceUse() >= writeEveryMs) storage.set(lastUseKey, String(Date.now()));
  const isSoon = wait !== null && wait <= notice.beforeMs;
  if (!isSoon) hideLockNotice();
  else if (wait >= notice.leastMs) showLockNotice(wait, noteUse);
  timer = setTimeout(lockWhenDue, isSoon ? wait : (wait ?? writeEveryMs + notice.beforeMs) - notice.beforeMs);
}

/** Looks again, after a use or another choice here or in another page. */
function lookSoon(): void {
  clearTimeout(timer);
  timer = setTimeout(lockWhenDue, noticeGoesMs);
}

function onStorage({ key }: StorageEvent): void {
  if (key === lastUseKey || key === lockChoice.key) lookSoon();
}

function noteUse(): void {
  const now = Date.now();
  if (Math.abs(now - written) < writeEveryMs) return;
  // A page that slept past its time locks at its first use, not after it.
  if (untilLock() === 0) return lockWhenDue();
  written = now;
  storage.set(lastUseKey, String(now));
  lookSoon();
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
  window.addEventListener('storage', onStorage);
  document.addEventListener('visibilitychange', onVisibility);
  const stopFollowing = lockChoice.store.subscribe(lookSoon);
  lockWhenDue();
  return () => {
    clearTimeout(timer);
    hideLockNotice();
    stopFollowing();
    for (const use of uses) window.removeEventListener(use, noteUse, { capture: true });
    window.removeEventListener('storage', onStorage);
    document.removeEventListener('visibilitychange', onVisibility);
  };
}
