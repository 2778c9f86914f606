import { useNavigate } from '@tanstack/react-router';
import { deleteProfileDraft } from '../features/profile/draft.ts';
import { useUserId } from '../session/session-store.ts';

/** Leaves the screens of an account that was just erased, and removes from this device what they hold of it. */
export function useLeaveErased(): () => Promise<void> {
  const navigate = useNavigate();
  const userId = useUserId();
  return async () => {
    await navigate({ to: '/' });
    if (userId !== null) await deleteProfileDraft(userId);
  };
}
