import { type AccountKey, deriveVaultKeys } from '@nuances/crypto/vault/account-key';
import { keyFingerprint } from '@nuances/crypto/vault/fingerprint';
import { readPasskeyParameters } from '@nuances/crypto/vault/passkey-secret';
import { storage } from '../browser/local-storage.ts';
import { api } from '../api/client.ts';
import { keyMark } from '../keys/key-mark.ts';
import type { StoredVault, StoredVaultKeys } from '../offline/database.ts';
import { postVault } from '../offline/tab-channel.ts';
import { requireUserId } from '../session/session-store.ts';
import { type NotOpened, type OpenedSlot, openSlot, type WayIn } from './account-key-of.ts';
import { changeDeviceVault, readDeviceVault } from '../keys/device-vault.ts';
import { askServer } from './follow-state.ts';
import { lockCount, applyKeys, unlessLocked } from '../keys/keyring.ts';
import { finishLock, lockNow } from './lock.ts';
import { versionToOpen } from '../keys/opened-keys.ts';
import type { PasskeyAnswer } from './passkey-secrets.ts';
import { lowerPin, type Pin, pinOf, pinVault, printOf, unpinVault } from './pins.ts';
import { mustLockKey } from '../keys/vault-mark.ts';
import { showDeviceVault, showVault, vaultState } from '../keys/vault-view.ts';

/**
 * What came of an attempt to open. `wrong`: not this passphrase or code; `refused`: the server gave something that this
 * device does not take, see `warning`; `unknownHere`: there is no network, and this device has never opened the vault;
 * `stopped`: no passkey was presented; `logsIn`: the passkey gives no secret.
 */
export type Opening = 'open' | 'wrong' | 'refused' | 'unknownHere' | 'stopped' | 'logsIn';

/** The vault as the server says, else as the device knows it. Null for a lie of the server about a vault unknown here. */
async function vaultToOpen(owner: string): Promise<StoredVault | 'unknownHere' | null> {
  const answer = await askServer(owner);
  if (answer !== null && answer !== 'silent') return answer;
  // A lie is no reason to keep the person out of what is on this device.
  const known = await readDeviceVault(owner);
  if (known && known.slots.length > 0) return known;
  return answer === 'silent' ? 'unknownHere' : null;
}

/** The keys of an account key, which is to be overwritten by whoever made it. */
export async function keysOf(accountKey: AccountKey, keyVersion: number): Promise<StoredVaultKeys> {
  const [keys, fingerprint] = await Promise.all([deriveVaultKeys(accountKey), keyFingerprint(accountKey)]);
  return { keyVersion, keys, fingerprint };
}

/** Adds opened keys to what the device stores, unless the vault was locked meanwhile. */
async function storeOpened(owner: string, opened: readonly StoredVaultKeys[], since: number): Promise<boolean> {
  if (lockCount() !== since || storage.get(mustLockKey) !== null) return false;
  const next = await changeDeviceVault(owner, (known) => ({
    ...known,
    isLeft: false,
    opened: [
      ...known.opened.filter((one) => !opened.some(({ keyVersion }) => keyVersion === one.keyVersion)),
      ...opened,
    ],
  }));
  // In local storage while keys are on the device: the end of the session deletes them.
  storage.set(keyMark, '1');
  const isOpen = applyKeys(next, since);
  showDeviceVault(unlessLocked(next, since));
  postVault('changed');
  return isOpen;
}

/** The versions before whose keys this device may still need: in a renewal that of before, and those that it kept ways to. */
function formerVersions({ target, since, keyVersion, opened, former = [] }: StoredVault): readonly number[] {
  const versions = new Set(former.map((slot) => slot.keyVersion));
  if (target === 'vault' && since !== null) versions.add(keyVersion - 1);
  const isWanted = (version: number) => version < keyVersion && opened.every((one) => one.keyVersion !== version);
  return [...versions].filter(isWanted).sort((one, other) => other - one);
}

/**
 * The keys of versions before: a lock deletes them, and without them a renewal does not go on, nor opens what was sealed here
 * before it. By the same passphrase or code, or the same touch of a passkey; or by another way, when the person is asked for it.
 */
async function formerKeys(
  owner: string,
  vault: StoredVault,
  way: WayIn,
  formerKey?: AccountKey,
): Promise<readonly StoredVaultKeys[] | NotOpened> {
  const pin = await pinOf(owner);
  const opened: StoredVaultKeys[] = [];
  let failure: NotOpened = 'wrong';
  for (const keyVersion of formerVersions(vault)) {
    const given = keyVersion === vault.keyVersion - 1 ? formerKey : undefined;
    const slot = given ? { accountKey: given } : await openSlot(owner, slotsHere(vault), keyVersion, way);
    if (typeof slot === 'string') {
      failure = slot;
      continue;
    }
    const former = await keysOf(slot.accountKey, keyVersion).finally(() => slot.accountKey.fill(0));
    if (pin?.keyVersion !== keyVersion || !isOtherPrint(pin, await printOf(former.fingerprint))) opened.push(former);
  }
  return opened.length > 0 ? opened : failure;
}

/** All ways in that this device knows, also to former keys. */
const slotsHere = ({ slots, former = [] }: StoredVault) => [...slots, ...former];

const isOtherPrint = ({ print }: Pin, seen: string) => print !== null && print !== seen;

/** What a device that knows this pin has to compare. */
function comparisonOf(pin: Pin | null, keyVersion: number): 'first' | 'renewed' | null {
  if (!pin?.print) return 'first';
  return pin.keyVersion < keyVersion ? 'renewed' : null;
}

async function open(way: WayIn): Promise<Opening> {
  const owner = requireUserId();
  // A tab that ended while it locked, or a disk that was broken then.
  if (storage.get(mustLockKey) !== null) await finishLock();
  const since = lockCount();
  const vault = await vaultToOpen(owner);
  if (vault === 'unknownHere') return 'unknownHere';
  if (vault === null) return 'refused';
  const keyVersion = versionToOpen(vault);
  const slot: OpenedSlot | NotOpened = await openSlot(owner, slotsHere(vault), keyVersion, way);
  if (slot === 'weaker') {
    showVault({ warning: 'weaker' });
    return 'refused';
  }
  if (typeof slot === 'string') return slot;
  const opened = await keysOf(slot.accountKey, keyVersion).finally(() => slot.accountKey.fill(0));
  const [pin, print] = await Promise.all([pinOf(owner), printOf(opened.fingerprint)]);
  if (pin?.keyVersion === keyVersion && isOtherPrint(pin, print)) {
    showVault({ warning: 'key' });
    return 'refused';
  }
  // A passkey that has no slot of that version would be asked for a second time.
  const isAskedAgain = way.kind === 'passkey' && !slot.formerKey;
  const former = isAskedAgain ? 'stopped' : await formerKeys(owner, vault, way, slot.formerKey);
  if (!(await storeOpened(owner, typeof former === 'string' ? [opened] : [...former, opened], since))) return 'stopped';
  const input = way.kind === 'passkey' ? readPasskeyParameters(slot.slot.parameters)?.input : undefined;
  await pinVault(owner, { keyVersion, print, cost: slot.cost, input });
  showVault({ compare: comparisonOf(pin, keyVersion), wasLocked: false });
  // With the keys, the device can tell whether another device of the person ended the vault.
  if (vaultState().warning !== null) void askServer(owner).catch(() => undefined);
  void api.vault.slotUsed.mutate({ id: slot.slot.id }).catch(() => undefined);
  return 'open';
}

/** Opens the vault. Takes up to two seconds. @throws as the calls do, and StretchFailed */
export function openByPassphrase(passphrase: string): Promise<Opening> {
  return open({ kind: 'passphrase', text: passphrase });
}

/** @param text as it was typed; `readRecoveryCode` tells beforehand whether it can be one */
export function openByRecoveryCode(text: string): Promise<Opening> {
  return open({ kind: 'recovery', text });
}

/**
 * Asks for a passkey that opens the vault. Call it in the press of a button.
 * @param answer what one gave at the login, in place of the question
 */
export function openByPasskey(answer?: PasskeyAnswer): Promise<Opening> {
  return open(answer ? { kind: 'passkey', answer } : { kind: 'passkey' });
}

/**
 * Opens the key before a renewal, by a way in from before. The vault is open already.
 * @throws StretchFailed
 */
export async function openFormerKey(way: WayIn): Promise<'open' | NotOpened> {
  const owner = requireUserId();
  const since = lockCount();
  const vault = await readDeviceVault(owner);
  const former = vault ? await formerKeys(owner, vault, way) : 'wrong';
  if (typeof former === 'string') return former;
  return (await storeOpened(owner, former, since)) ? 'open' : 'stopped';
}

/** The person compared the eight words of this device with another one: they are the same. Or later. */
export function confirmFingerprint(): void {
  showVault({ compare: null });
}

/**
 * The person looks at the words of another key with the number of the one that is known here: after the restore of a backup, a
 * renewal may have made it. Both are compared at the next opening; all else that this device knows of the vault stays.
 */
export async function compareOtherKey(owner: string): Promise<void> {
  const pin = await pinOf(owner);
  if (pin) await lowerPin(owner, pin.keyVersion);
  showVault({ warning: null });
}

/** They are different: closes the vault here, as if it had never been opened. */
export async function refuseFingerprint(): Promise<void> {
  const owner = requireUserId();
  await lockNow();
  await unpinVault(owner);
  showVault({ warning: 'key' });
}
