import { currentPending, put } from '../../offline/outbox.ts';
import type { OutboxItem, PendingProfile } from '../../offline/outbox-items.ts';
import { randomUuid } from '../../browser/uuid.ts';
import type { ProfileChanges } from './profile-values.ts';

/** The change of an account's profile in the outbox. */
export function waitingProfile(pending: readonly OutboxItem[], owner: string): PendingProfile | undefined {
  return pending.find((item): item is PendingProfile => item.kind === 'profile' && item.owner === owner);
}

/** Stores changes in the outbox, merged with those already there. Returns the id of the item. */
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
