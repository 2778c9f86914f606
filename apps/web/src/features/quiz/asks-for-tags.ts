import { asksTags, isSettingOn } from '../../browser/settings.ts';
import { currentSession } from '../../session/session-store.ts';

/** The tags of the person's scans, in a chunk of their own: a visitor has none. */
const loadTags = () => import('../../note-store/scan-tags.ts');

/** Fetches what the question about words needs, while there is a network. */
export async function prepareTags(): Promise<void> {
  if (currentSession().status !== 'in' || !isSettingOn(asksTags)) return;
  const { refreshTags } = await loadTags();
  await refreshTags();
}

/**
 * Whether a person is asked for words about the scan that was just saved: not with the first one, not where it is not
 * known what words there are, and not where they switched it off.
 */
export async function asksForTags(): Promise<boolean> {
  if (currentSession().status !== 'in' || !isSettingOn(asksTags)) return false;
  const { currentTags } = await loadTags();
  const { known, scans } = currentTags();
  return known && scans > 0;
}
