import { transactionOf } from '../offline/database.ts';
import { sendAll } from '../offline/send.ts';
import { currentUserId, isLoggedIn } from '../session/session-store.ts';
import { leftWhenAsked } from './follow-state.ts';
import { changeDeviceVault, readDeviceVault } from '../keys/device-vault.ts';
import { onKeysChange, vaultKeys } from '../keys/keyring.ts';
import { lockListeners } from '../keys/lock-listeners.ts';
import { hasVault } from '../keys/vault-mark.ts';
import { showVault } from '../keys/vault-view.ts';
import { reopenNotes } from '../note-store/note-store.ts';
import { holdsUnopened, resealDevice } from '../note-store/reseal.ts';
import { reopenTags } from '../note-store/scan-tags.ts';

/** One change after the other: each reads what the one before has written. */
let last: Promise<boolean> = Promise.resolve(true);

/** Without the device's database nothing is stored that would have to be sealed anew. */
const hasDatabase = () =>
  transactionOf('drafts').then(
    () => true,
    () => false,
  );

/** @returns whether everything stored here has the present key, as far as it opens */
async function afterChange(): Promise<boolean> {
  const owner = currentUserId();
  if (owner === null) return true;
  const isResealed = await resealDevice(owner).then(
    () => true,
    () => false,
  );
  const mayGo = isResealed || !(await hasDatabase());
  const isOpen = vaultKeys(owner) !== null;
  // A closed vault opens nothing; what was sealed since one has ended opens by the key of the server.
  if (!isLoggedIn(owner) || (!isOpen && hasVault(owner))) return mayGo;
  if (isOpen) await forgetFormerKeys(owner, isResealed, mayGo);
  reopenNotes();
  reopenTags();
  for (const { goOn } of lockListeners) goOn?.();
  // Not awaited: a key that is about to go does not wait for the network.
  void sendAll().then(() => (isOpen ? sealArrivals(owner) : undefined));
  return mayGo;
}

/**
 * Ways to former keys are kept as long as something here may open by nothing else; the person is asked for one then.
 * @param isResealed whether everything that opens by the keys that are here is sealed by the present one since
 * @param mayGo as {@link afterChange}: with the keys of before, also what is not sealed anew yet opens
 */
async function forgetFormerKeys(owner: string, isResealed: boolean, mayGo: boolean): Promise<void> {
  const former = (await readDeviceVault(owner))?.former ?? [];
  const isHeld = former.length > 0 && (await holdsUnopened(owner).catch(() => true));
  // What stays closed with their keys opens by none of them.
  const isTried = former.every(({ keyVersion }) => vaultKeys(owner)?.versions.has(keyVersion));
  const gone = new Set((!isHeld && mayGo) || (isTried && isResealed) ? former.map(({ id }) => id) : []);
  if (gone.size > 0)
    await changeDeviceVault(owner, (known) => ({
      ...known,
      // Another tab may have added some meanwhile.
      former: known.former?.filter(({ id }) => !gone.has(id)),
    }));
  showVault({ needsFormer: isHeld && !isTried && hasVault(owner) });
}

async function sealArrivals(owner: string): Promise<void> {
  const { sealArrived } = await import('./seal-arrivals.ts');
  // The next visit tries again.
  await sealArrived(owner, leftWhenAsked(owner)).catch(() => undefined);
}

let isFollowing = false;

/** Follows the keys of the vault in this page: what waits on the device is sealed anew, opened, and sent. */
export function followKeys(): void {
  if (isFollowing) return;
  isFollowing = true;
  const follow = () => {
    // One that fails, on a full disk, must not end the next ones.
    last = last.then(afterChange, afterChange);
    return last;
  };
  onKeysChange(follow);
  // Something may have asked for the keys before.
  void follow();
}
