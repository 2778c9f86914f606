import { storage } from '../../browser/local-storage.ts';
import { settingKeys } from '../../browser/settings.ts';
import { viewKeys } from '../../browser/view-keys.ts';
import { keyMark } from '../../keys/key-mark.ts';
import { clearNoteKeys } from '../../keys/note-key.ts';
import { isRemovedTags } from '../../note-store/removed-tags.ts';
import { storedDrafts } from '../../note-store/sealed-drafts.ts';
import { transactionOf } from '../../offline/database.ts';
import { currentPending, reload } from '../../offline/outbox.ts';
import { registerWorker } from '../../offline/register-worker.ts';
import { unclaimedKey } from '../../offline/scans.ts';
import { openConsentsKey } from '../../session/open-consents.ts';
import { chosenLogoutKey, deviceTokensKey, refreshKey, tokenKey } from '../../session/session-store.ts';
import { lastUseKey, lockKey, mustLockKey, pinsKey, vaultMark } from '../../keys/vault-mark.ts';

/** Timeout, milliseconds: clearing must not delay the end of a logout for longer. */
const clearTimeoutMs = 5_000;

/**
 * These keys name no account. Device tokens let the owner of an account log in here while others try passwords, pins hold a
 * server to the vaults that were opened here.
 */
const keptKeys: readonly string[] = [deviceTokensKey, pinsKey, lockKey, ...settingKeys];

/**
 * These keys may be deleted. Any other key (a quiz under way, a visitor's scan, a draft) holds data that is still
 * needed.
 */
const dispensable: ReadonlySet<string> = new Set([
  tokenKey,
  refreshKey,
  keyMark,
  chosenLogoutKey,
  unclaimedKey,
  openConsentsKey,
  vaultMark,
  lastUseKey,
  mustLockKey,
  ...viewKeys,
  ...keptKeys,
]);

/**
 * Whether this device holds data that is on no server, of any account or of a visitor. Rejects where it cannot be read: then nobody
 * knows.
 */
async function holdsUnsaved(): Promise<boolean> {
  // What reads them below takes a failure for an empty store.
  for (const name of ['outbox', 'drafts'] as const) await (await transactionOf(name)).store.count();
  await reload();
  if (currentPending().length > 0 || storage.keys().some((key) => !dispensable.has(key))) return true;
  return (await storedDrafts()).some(({ id }) => !isRemovedTags(id));
}

/**
 * Asks the browser to delete storage and caches of the product, at a chosen logout with an empty outbox. The app is
 * then fetched again for use without a network. Call it before the session ends in the page. Never rejects: without an
 * answer everything stays as it is.
 */
export async function clearDevice(): Promise<void> {
  try {
    if (await holdsUnsaved()) return;
    // The entry that tells other tabs of a note key is deleted with the storage; the key in memory is not.
    await clearNoteKeys();
    const kept = keptKeys.map((key) => ({ key, value: storage.get(key) }));
    const { ok } = await fetch('/clear-site-data', { method: 'POST', signal: AbortSignal.timeout(clearTimeoutMs) });
    if (!ok) return;
    for (const { key, value } of kept) if (value !== null) storage.set(key, value);
    void registerWorker();
  } catch {
    // No network, or a database that cannot be read: the logout goes on as without it.
  }
}
