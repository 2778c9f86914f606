import { storage } from './local-storage.ts';
import { noteViewKey } from './note-view-key.ts';
import { todayKeys } from './today-preferences.ts';

/** In local storage: what the screens of an account remember of their looks. A chosen logout may delete it, an erasure does. */
export const viewKeys: readonly string[] = [...todayKeys, noteViewKey];

/** In local storage: the draft of a profile in clear text, as earlier versions kept it. */
export const profileDraftKeyOf = (userId: string) => `nuances.profile.draft.${userId}`;

/** Removes what the screens keep of an account that was erased. */
export function forgetViews(userId: string): void {
  for (const key of [...viewKeys, profileDraftKeyOf(userId)]) storage.remove(key);
}
