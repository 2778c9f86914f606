/** Apart from `pins.ts`, which only a device that has pins loads. */
import { storage } from '../browser/local-storage.ts';
import { pinsKey } from '../keys/vault-mark.ts';

/** Whether this device holds the server to a vault of an account. Rejects when the code cannot be fetched. */
export async function isPinned(owner: string): Promise<boolean> {
  if (storage.get(pinsKey) === null || !globalThis.isSecureContext) return false;
  const { pinOf } = await import('./pins.ts');
  return (await pinOf(owner)) !== null;
}
