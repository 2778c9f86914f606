import { sealText } from '@nuances/crypto/note-envelope';
import type { Sealing } from '../offline/sealer.ts';
import { isLoggedIn } from '../session/session-store.ts';
import { deviceKeyOf, knownDeviceKey, openOnDevice } from '../keys/device-key.ts';
import { canEncrypt } from '../keys/note-key.ts';

/**
 * The key of the logged-in account if this device has it; null for another account, and where the page cannot encrypt.
 */
async function keyHere(owner: string): Promise<CryptoKey | null> {
  return canEncrypt() ? knownDeviceKey(owner) : null;
}

/** Seals items of the outbox with the key of the device. */
export const itemSealing: Sealing = {
  async seal(owner, content) {
    try {
      const key = await keyHere(owner);
      return key && (await sealText(key, JSON.stringify(content)));
    } catch {
      return null;
    }
  },
  async open(owner, sealed) {
    // The key may stay in memory slightly longer than its session.
    if (!isLoggedIn(owner)) return undefined;
    const key = await keyHere(owner).catch(() => null);
    if (!key) return undefined;
    try {
      const content: unknown = JSON.parse(await openOnDevice(owner, key, sealed));
      return content;
    } catch {
      return null;
    }
  },
  async fetchKey(owner) {
    if (canEncrypt()) await deviceKeyOf(owner);
  },
};
