/**
 * The key that seals what the device stores: copies, drafts, outbox. In a vault it is one of the vault's keys, which the
 * server never has; else it is the note key.
 */
import { EnvelopeBroken, openText } from '@nuances/crypto/note-envelope';
import { hasVault } from './vault-mark.ts';
import { canEncrypt, formerNoteKeys, knownNoteKey, noteKeyOf } from './note-key.ts';

/** The vault of the account is closed on this device. */
export class DeviceKeyMissing extends Error {
  override readonly name = 'DeviceKeyMissing';
}

const openVaultOf = async (owner: string) => (await import('./keyring.ts')).knownVaultKeys(owner);

/** Whether a first vault was asked for here, and no server has said that it began: until then the note key seals. */
export async function isOnlyAsked(owner: string): Promise<boolean> {
  const vault = await (await import('./device-vault.ts')).readDeviceVault(owner);
  return vault?.mode === 'none' && vault.begun?.target === 'vault' && vault.opened.length === 0;
}

/** The key of an account if this page or this device has it; never asks the server. */
export async function knownDeviceKey(owner: string): Promise<CryptoKey | null> {
  const vault = hasVault(owner) ? await openVaultOf(owner) : null;
  if (vault) return vault.device;
  return !hasVault(owner) || (await isOnlyAsked(owner)) ? knownNoteKey(owner) : null;
}

/**
 * The key of the logged-in account: from memory, from the device; the note key also from the server.
 * @throws DeviceKeyMissing while a vault is closed, else as `noteKeyOf`
 */
export async function deviceKeyOf(owner: string): Promise<CryptoKey> {
  if (!hasVault(owner)) return noteKeyOf(owner);
  const key = await knownDeviceKey(owner);
  if (!key) throw new DeviceKeyMissing('The vault is closed on this device');
  return key;
}

/**
 * The keys besides one that may have sealed something on this device, as far as they are here. There are some while an account
 * moves, and until what waited has been sealed anew (`reseal.ts`).
 */
export async function otherDeviceKeys(owner: string, key: CryptoKey | null): Promise<readonly CryptoKey[]> {
  if (!canEncrypt()) return [];
  // Also of a vault that has just ended: its keys are there until nothing waits for them.
  const [vault, noteKey, former] = await Promise.all([openVaultOf(owner), knownNoteKey(owner), formerNoteKeys(owner)]);
  const ofVault = Array.from(vault?.versions.values() ?? [], ({ device }) => device);
  return [...ofVault, ...(noteKey ? [noteKey] : []), ...former].filter((other) => other !== key);
}

/**
 * Opens what the device stored of an account, with a key, which may be a former one by now, or any other that is here.
 * @throws EnvelopeBroken when none of them opens it
 */
export async function openOnDevice(owner: string, key: CryptoKey, sealed: string): Promise<string> {
  try {
    return await openText(key, sealed);
  } catch (error) {
    if (!(error instanceof EnvelopeBroken)) throw error;
    for (const other of await otherDeviceKeys(owner, key)) {
      const text = await openText(other, sealed).catch(() => null);
      if (text !== null) return text;
    }
    throw error;
  }
}
