import { currentPending, put } from '../../offline/outbox.ts';
import type { OutboxItem, PendingProfile } from '../../offline/outbox-items.ts';
import { randomUuid } from '../../browser/uuid.ts';
import type { ProfileChanges } from './profile-values.ts';

/** What waits to be saved in the profile of an account, among everything that waits. */
export function waitingProfile(pending: readonly OutboxItem[], owner: string): PendingProfile | undefined {
  return pending.find((item): item is PendingProfile => item.kind === 'profile' && item.owner === owner);
}

/** Keeps changes on the device before they are sent, over those that wait already. Gives the id of the item. */
export async function saveProfileLocally(owner: string, changes: ProfileChanges): Promise<string> {
  const before = waitingProfile(currentPending(), owner);
  const item: PendingProfile = {
    kind: 'profile',
    id: randomUuid(),
    owner,
    changes: { ...before?.changes, ...changes },
    createdAt: new Date().toISOString(),
    refusal: null,
  };
  await put(item, before ? [before.id] : []);
  return item.id;
}
