import { useNavigate } from '@tanstack/react-router';
import { storage } from '../browser/local-storage.ts';
import { viewKeys } from '../browser/view-keys.ts';
import { deleteProfileDraft } from '../features/profile/draft.ts';
import { useUserId } from '../session/session-store.ts';

/** Leaves the screens of an account that was just erased, and removes from this device what they hold of it. */
export function useLeaveErased(): () => Promise<void> {
  const navigate = useNavigate();
  const userId = useUserId();
  return async () => {
    await navigate({ to: '/' });
    for (const key of viewKeys) storage.remove(key);
    if (userId !== null) await deleteProfileDraft(userId);
  };
}
