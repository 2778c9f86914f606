import { decryptDraft, putDraft, storedDrafts } from './sealed-drafts.ts';

const suffix = '/removed-tags';
const idOf = (owner: string) => `${owner}${suffix}`;

/** Whether a draft is such a list: a preference, which nobody misses when the device is cleared. */
export function isRemovedTags(draftId: string): boolean {
  return draftId.endsWith(suffix);
}

/** Keys of the tags that a person has removed from the list on this device; it is sealed like drafts. Never rejects. */
export async function readRemovedTags(key: CryptoKey, owner: string): Promise<ReadonlySet<string>> {
  const kept = (await storedDrafts()).find(({ id }) => id === idOf(owner));
  const keys = kept && (await decryptDraft(key, kept));
  return new Set(Array.isArray(keys) ? keys.filter((one) => typeof one === 'string') : []);
}

/** Keeps that list. */
export async function writeRemovedTags(key: CryptoKey, owner: string, keys: ReadonlySet<string>): Promise<void> {
  await putDraft(key, owner, idOf(owner), [...keys]);
}
