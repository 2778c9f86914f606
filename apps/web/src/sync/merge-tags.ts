import { firstKeyVersion } from '@nuances/domain/vault/state';
import { mergedTags } from '@nuances/domain/scan/tags';
import { isSameValue } from '@nuances/domain/thing';
import type { RowSealing } from '../keys/note-key-sealing.ts';
import type { PendingTags, SealedTags } from '../offline/outbox-items.ts';
import { currentPending, put } from '../offline/outbox.ts';

/**
 * The envelope to send where the server has other tags than the person saw: what another device has changed since stays changed.
 * Where that is unknown, or one of the three does not open, the own choice replaces them.
 * @param own the tags of the item, sealed as they would be sent
 */
export async function withTheirTags(
  { scanId, before = [] }: PendingTags,
  own: SealedTags,
  theirs: SealedTags,
  rows: Pick<RowSealing, 'openTags' | 'sealTags'>,
): Promise<string | null> {
  const [seen] = before;
  const isOwn = theirs.tags === own.tags || before.some(({ tags }) => tags === theirs.tags);
  if (!seen || isOwn) return own.tags;
  const open = ({ tags, keyVersion = firstKeyVersion }: SealedTags) =>
    tags === null ? [] : rows.openTags({ _id: scanId, keyVersion }, tags);
  const [opened, mine, other] = await Promise.all([open(seen), open(own), open(theirs)]);
  if (!opened || !mine || !other) return own.tags;
  const merged = mergedTags(opened, mine, other);
  return isSameValue(merged, mine) ? own.tags : rows.sealTags(scanId, merged);
}

/**
 * Choices that were made while an item was sent: they were made after it. What another device had changed is in what was sent, but
 * not in what the person saw.
 * @param own what the item said, sealed as it would have been sent
 */
export async function putAfter({ id, owner, scanId }: PendingTags, own: SealedTags): Promise<void> {
  for (const item of currentPending())
    if (item.kind === 'tags' && item.owner === owner && item.scanId === scanId && item.id !== id)
      await put({ ...item, before: [own] });
}
