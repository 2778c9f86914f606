import { storage } from '../../browser/local-storage.ts';
import { asGender, isFieldName, type ProfileChanges } from './profile-values.ts';

const keyOf = (userId: string) => `nuances.profile.draft.${userId}`;

/** What this person typed and did not save, as kept on this device; nothing where nothing readable is. */
export function readDraft(userId: string): ProfileChanges {
  try {
    const kept: unknown = JSON.parse(storage.get(keyOf(userId)) ?? '{}');
    if (typeof kept !== 'object' || kept === null) return {};
    const fields = Object.entries(kept).filter(([name, value]) => isFieldName(name) && typeof value === 'string');
    return Object.fromEntries(fields.map(([name, value]) => [name, name === 'gender' ? asGender(value) : value]));
  } catch {
    return {};
  }
}

/** Keeps what was typed on this device, until it is saved; where the browser keeps nothing, as long as the page. */
export function saveDraft(userId: string, changes: ProfileChanges): void {
  if (Object.keys(changes).length === 0) storage.remove(keyOf(userId));
  else storage.set(keyOf(userId), JSON.stringify(changes));
}
