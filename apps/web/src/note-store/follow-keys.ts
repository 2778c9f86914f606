import { sendAll } from '../offline/send.ts';
import { currentUserId, isLoggedIn } from '../session/session-store.ts';
import { leftWhenAsked } from '../vault/follow-state.ts';
import { changeDeviceVault, readDeviceVault } from '../vault/device-vault.ts';
import { onKeysChange, vaultKeys } from '../vault/keyring.ts';
import { hasVault } from '../vault/vault-mark.ts';
import { showVault } from '../vault/vault-view.ts';
import { reopenNotes } from './note-store.ts';
import { holdsUnopened, resealDevice } from './reseal.ts';
import { reopenTags } from './scan-tags.ts';

/** One change after the other: each reads what the one before has written. */
let last: Promise<void> = Promise.resolve();

async function afterChange(): Promise<void> {
  const owner = currentUserId();
  if (owner === null) return;
  // Without the device's database nothing is stored that would have to be sealed anew.
  await resealDevice(owner).catch(() => undefined);
  if (!vaultKeys(owner) || !isLoggedIn(owner)) return;
  await letGoOfFormer(owner);
  reopenNotes();
  reopenTags();
  // Not awaited: a key that is about to go does not wait for the network.
  void sendAll().then(() => sealArrivals(owner));
}

/** Ways to former keys are kept as long as something here opens by nothing else; the person is asked for one then. */
async function letGoOfFormer(owner: string): Promise<void> {
  const former = (await readDeviceVault(owner))?.former ?? [];
  const isHeld = former.length > 0 && (await holdsUnopened(owner).catch(() => true));
  if (former.length > 0 && !isHeld) await changeDeviceVault(owner, (known) => ({ ...known, former: [] }));
  // What stays closed with these keys is not to be asked for.
  const isTried = former.every(({ keyVersion }) => vaultKeys(owner)?.versions.has(keyVersion));
  showVault({ needsFormer: isHeld && !isTried && hasVault(owner) });
}

async function sealArrivals(owner: string): Promise<void> {
  const { sealArrived } = await import('../vault/seal-arrivals.ts');
  // The next visit tries again.
  await sealArrived(owner, leftWhenAsked(owner)).catch(() => undefined);
}

let isFollowing = false;

/** Follows the keys of the vault in this page: what waits on the device is sealed anew, opened, and sent. */
export function followKeys(): void {
  if (isFollowing) return;
  isFollowing = true;
  const follow = () => {
    last = last.then(afterChange);
    return last;
  };
  onKeysChange(follow);
  // Something may have asked for the keys before.
  void follow();
}
