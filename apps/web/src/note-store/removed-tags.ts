import { knownDeviceKey } from '../keys/device-key.ts';
import { decryptDraft, putDraft, storedDrafts } from './sealed-drafts.ts';

const suffix = '/removed-tags';
const idOf = (owner: string) => `${owner}${suffix}`;

/** Whether a draft is a list of removed tags: a preference that may be lost when the device is cleared. */
export function isRemovedTags(draftId: string): boolean {
  return draftId.endsWith(suffix);
}

/**
 * Keys of the tags that the person has removed from the offered ones on this device; sealed like drafts. Never rejects.
 */
export async function readRemovedTags(key: CryptoKey, owner: string): Promise<ReadonlySet<string>> {
  const kept = (await storedDrafts()).find(({ id }) => id === idOf(owner));
  const keys = kept && (await decryptDraft(key, kept));
  return new Set(Array.isArray(keys) ? keys.filter((one) => typeof one === 'string') : []);
}

/** Stores the list of removed tags, sealed. */
export async function writeRemovedTags(owner: string, keys: ReadonlySet<string>): Promise<void> {
  await putDraft(() => knownDeviceKey(owner), owner, idOf(owner), [...keys]);
}
