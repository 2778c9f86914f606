import { noteViewKey } from './note-view-key.ts';
import { todayKeys } from './today-preferences.ts';

/** In local storage: what the screens of an account remember of their looks. A chosen logout may delete it, an erasure does. */
export const viewKeys: readonly string[] = [...todayKeys, noteViewKey];
