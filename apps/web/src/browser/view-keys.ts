import { storage } from './local-storage.ts';
import { noteViewKey } from './note-view-key.ts';
import { todayKeys } from './today-preferences.ts';

/** In local storage: what the screens of an account remember of their looks. A chosen logout may delete it, an erasure does. */
export const viewKeys: readonly string[] = [...todayKeys, noteViewKey];

/** In local storage: the draft of a profile in clear text, as earlier versions kept it. */
export const profileDraftKeyOf = (userId: string) => `nuances.profile.draft.${userId}`;

/** Removes what local storage has of an account that was erased: also drafts in clear text, whose keys have its id. */
export function forgetViews(userId: string): void {
  const named = storage.keys().filter((key) => key.includes(userId));
  for (const key of [...viewKeys, ...named]) storage.remove(key);
}
