import { isSettingOn } from '../../browser/setting.ts';
import { asksTags } from '../../browser/settings.ts';
import { currentSession } from '../../session/session-store.ts';

/** The tags of the person's scans, in a chunk of their own, because a visitor has none. */
const loadTags = () => import('../../note-store/scan-tags.ts');

/** Prefetches the data for the question about tags, while there is a network. */
export async function prepareTags(): Promise<void> {
  if (currentSession().status !== 'in' || !isSettingOn(asksTags)) return;
  const { refreshTags } = await loadTags();
  await refreshTags();
}

/**
 * Whether a person is asked for tags of the scan that was just saved: not for the first scan, not when the tags are
 * unknown, and not when the setting is off.
 */
export async function asksForTags(): Promise<boolean> {
  if (currentSession().status !== 'in' || !isSettingOn(asksTags)) return false;
  const { currentTags } = await loadTags();
  const { known, scans } = currentTags();
  return known && scans > 0;
}
