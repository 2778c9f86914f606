import { currentPending, put } from '../../offline/outbox.ts';
import type { OutboxItem, PendingProfile } from '../../offline/outbox-items.ts';
import { randomUuid } from '../../browser/uuid.ts';
import type { ProfileChanges } from './profile-values.ts';

/** The change of an account's profile in the outbox. */
export function waitingProfile(pending: readonly OutboxItem[], owner: string): PendingProfile | undefined {
  return pending.find((item): item is PendingProfile => item.kind === 'profile' && item.owner === owner);
}

interface WaitingChanges {
  readonly id: string;
  /** Whether they are on the device, not only in the memory of this page: storage may be full. */
  readonly isStored: boolean;
}

/** Stores changes in the outbox, merged with those already there. */
export async function saveProfileLocally(owner: string, changes: ProfileChanges): Promise<WaitingChanges> {
  const before = waitingProfile(currentPending(), owner);
  const item: PendingProfile = {
    kind: 'profile',
    id: randomUuid(),
    owner,
    changes: { ...before?.changes, ...changes },
    createdAt: new Date().toISOString(),
    refusal: null,
  };
  const isStored = await put(item, before ? [before.id] : []);
  return { id: item.id, isStored };
}
