import { storage } from '../../browser/local-storage.ts';
import { settingKeys } from '../../browser/settings.ts';
import { todayKeys } from '../../components/today-preferences.ts';
import { keyMark } from '../../note-store/key-mark.ts';
import { clearNoteKeys } from '../../note-store/note-key.ts';
import { storedDrafts } from '../../note-store/sealed-drafts.ts';
import { currentPending, reload } from '../../offline/outbox.ts';
import { restoreWorker } from '../../offline/register-worker.ts';
import { unclaimedKey } from '../../offline/scans.ts';
import { deviceTokensKey } from '../../session/device-tokens.ts';
import { chosenLogoutKey, refreshKey, tokenKey } from '../../session/session-store.ts';

/** Clearing holds up the end of a logout, but not for longer than this. */
const clearTimeoutMs = 5_000;

/** These name no account. Device tokens keep the owner of one able to log in here while others guess. */
const keptKeys: readonly string[] = [deviceTokensKey, ...settingKeys];

/** Nobody misses these. Any other key (a quiz under way, a visitor's scan, a draft) holds something that is still needed. */
const dispensable: ReadonlySet<string> = new Set([
  tokenKey,
  refreshKey,
  keyMark,
  chosenLogoutKey,
  unclaimedKey,
  ...todayKeys,
  ...keptKeys,
]);

/** Whether this device holds something that no server has: of any account, or of a visitor. */
async function holdsUnsaved(): Promise<boolean> {
  await reload();
  if (currentPending().length > 0 || storage.keys().some((key) => !dispensable.has(key))) return true;
  return (await storedDrafts()).length > 0;
}

/**
 * Has the browser drop storage and caches of the product, at a chosen logout after which nothing waits on this device; the
 * app is then fetched anew for use without a network. Call it before the session ends in the page. Never rejects: without
 * an answer everything stays as it is.
 */
export async function clearDevice(): Promise<void> {
  try {
    if (await holdsUnsaved()) return;
    // The mark that tells later pages of a key goes with the storage, the key in memory would not.
    await clearNoteKeys();
    const kept = keptKeys.map((key) => ({ key, value: storage.get(key) }));
    const { ok } = await fetch('/clear-site-data', { method: 'POST', signal: AbortSignal.timeout(clearTimeoutMs) });
    if (!ok) return;
    for (const { key, value } of kept) if (value !== null) storage.set(key, value);
    void restoreWorker();
  } catch {
    // No network: the logout goes on as without it.
  }
}
