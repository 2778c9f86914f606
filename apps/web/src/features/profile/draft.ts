import { asGender, isFieldName, type ProfileChanges } from './profile-values.ts';

const keyOf = (userId: string) => `nuances.profile.draft.${userId}`;

/** What this person typed and did not save, as kept on this device; nothing where nothing readable is. */
export function readDraft(userId: string): ProfileChanges {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '{}');
    if (typeof kept !== 'object' || kept === null) return {};
    const fields = Object.entries(kept).filter(([name, value]) => isFieldName(name) && typeof value === 'string');
    return Object.fromEntries(fields.map(([name, value]) => [name, name === 'gender' ? asGender(value) : value]));
  } catch {
    return {};
  }
}

/** Keeps what was typed on this device, until it is saved; a full or closed store keeps nothing. */
export function keepDraft(userId: string, changes: ProfileChanges): void {
  try {
    if (Object.keys(changes).length === 0) localStorage.removeItem(keyOf(userId));
    else localStorage.setItem(keyOf(userId), JSON.stringify(changes));
  } catch {
    // The fields still hold it.
  }
}
