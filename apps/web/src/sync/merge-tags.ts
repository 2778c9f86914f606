import { firstKeyVersion } from '@nuances/domain/vault/state';
import { mergedTags } from '@nuances/domain/scan/tags';
import { isSameValue } from '@nuances/domain/thing';
import type { RowSealing } from '../keys/note-key-sealing.ts';
import type { PendingTags, SealedTags } from '../offline/outbox-items.ts';
import { currentPending, put } from '../offline/outbox.ts';
import { requireLoggedIn } from '../session/session-store.ts';
import { RowRefused } from './row-refused.ts';

/** Replacements of the tags of one scan, in a row, by other devices. */
const mostReplacements = 4;

/**
 * Keeps a merge in the place of the choice before it is sent: its answer may be lost, and whoever chooses anew sees what is sent.
 * A choice that was replaced meanwhile does not come back.
 */
async function keepMerged({ id }: PendingTags, merged: SealedTags, theirs: SealedTags): Promise<void> {
  const item = currentPending().find((one) => one.id === id);
  if (item?.kind === 'tags') await put({ ...item, ...merged, before: [theirs] });
}

/**
 * The envelope to send where the server has other tags than the person saw: what another device has changed since stays changed.
 * Where that is unknown, or one of the three does not open, the own choice replaces them.
 * @param own the tags of the item, sealed as they would be sent
 */
export async function withTheirTags(
  item: PendingTags,
  own: SealedTags,
  theirs: SealedTags,
  rows: Pick<RowSealing, 'openTags' | 'sealTags'>,
): Promise<string | null> {
  const { scanId, before = [] } = item;
  const [seen] = before;
  const isOwn = theirs.tags === own.tags || before.some(({ tags }) => tags === theirs.tags);
  if (!seen || isOwn) return own.tags;
  const open = async ({ tags, keyVersion = firstKeyVersion }: SealedTags) =>
    tags === null ? [] : rows.openTags({ _id: scanId, keyVersion }, tags);
  const [opened, mine, other] = await Promise.all([open(seen), open(own), open(theirs)]);
  if (!opened || !mine || !other) return own.tags;
  // An own choice whose answer was lost: its envelope is another one since a renewal, on the server and here.
  const replaced = await Promise.all(before.slice(1).map(open));
  if (replaced.some((one) => isSameValue(one, other))) return own.tags;
  const merged = mergedTags(opened, mine, other);
  if (isSameValue(merged, mine)) return own.tags;
  const tags = await rows.sealTags(scanId, merged);
  const { keyVersion } = own;
  await keepMerged(item, { tags, keyVersion }, { tags: theirs.tags, keyVersion: theirs.keyVersion ?? firstKeyVersion });
  return tags;
}

/**
 * Stores the tags of an item, with what another device has changed since they were chosen.
 * @param own as they are sent
 * @param store stores tags unless others are stored than those before, undefined for any; answers which are stored then, null
 * when it is to be asked again
 * @param merge the tags to send where others are stored
 * @returns the tags as they are stored
 */
export async function storeMerged(
  { owner, before }: PendingTags,
  own: string | null,
  store: (
    tags: string | null,
    tagsBefore?: string | null,
  ) => Promise<{ readonly isSaved: boolean; readonly tags: string | null } | null>,
  merge: (theirs: string | null) => Promise<string | null>,
): Promise<string | null> {
  let tags = own;
  let tagsBefore = before?.[0]?.tags;
  for (let tries = 0; tries < mostReplacements; tries += 1) {
    requireLoggedIn(owner);
    const stored = await store(tags, tagsBefore);
    if (stored?.isSaved) return stored.tags;
    if (!stored) continue;
    tagsBefore = stored.tags;
    tags = await merge(tagsBefore);
  }
  throw new RowRefused('vaultChanged');
}

/**
 * Choices that were made while an item was sent: they were made after it. What another device had changed is in what was sent, but
 * not in what the person saw, unless the merge was on the screen.
 * @param own what the item said, sealed as it would have been sent
 */
export async function putAfter({ id, owner, scanId }: PendingTags, own: SealedTags, sent: SealedTags): Promise<void> {
  for (const item of currentPending()) {
    if (item.kind !== 'tags' || item.owner !== owner || item.scanId !== scanId || item.id === id) continue;
    const sawSent = item.before?.some(({ tags }) => tags === sent.tags) === true;
    await put({ ...item, before: [sawSent ? sent : own] });
  }
}
