import type { OutboxItem } from '../offline/outbox-items.ts';
import { currentPending, reload } from '../offline/outbox.ts';
import { isRemovedTags } from './removed-tags.ts';
import { storedDrafts } from './sealed-drafts.ts';

/** The accounts that have typed or unsent content on this device; null for a visitor's. */
export async function typedOwners(): Promise<ReadonlySet<string | null>> {
  await reload();
  const isTyped = (item: OutboxItem) => item.kind !== 'note' || item.content !== null;
  const drafts = (await storedDrafts()).filter(({ id }) => !isRemovedTags(id));
  return new Set([...currentPending().filter(isTyped), ...drafts].map(({ owner }) => owner));
}
