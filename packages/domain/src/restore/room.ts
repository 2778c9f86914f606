/** Whether an account has room for what a file adds (SPEC.md EXPORT-6). */
import { base64Length, envelopeSize, quotas } from '../limits.ts';
import { textOfTags } from '../scan/tags.ts';
import { namesOf } from '../thing.ts';
import type { RestorePlan, StoredIds } from './plan.ts';

type Quota = keyof typeof quotas;

/** What an account holds, by quota. */
export interface Used extends Readonly<Record<Quota, number>> {
  /** Whether texts are sealed for a vault, of which only the least size is known. */
  readonly isVault: boolean;
}

const encoder = new TextEncoder();

/** Bytes of the envelope of a text as it is stored, in base64; an empty text has none. */
const envelopeBytes = (text: string) =>
  text === '' ? 0 : base64Length(envelopeSize.overheadBytes + encoder.encode(text).length);

const noteBytes = ({ title, text }: { readonly title: string; readonly text: string }) =>
  envelopeBytes(title) + envelopeBytes(text);

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

/**
 * What an account holds as far as its device can tell: notes that do not open count without their texts, and scans without tags.
 * @param rest `moods`: how many parts, those that do not open too
 */
export function usedOf(stored: Omit<StoredIds, 'moods'>, rest: Pick<Used, 'moods' | 'isVault'>): Used {
  const sealedBytes = sum([...stored.notes.values()].map((note) => (note ? noteBytes(note) : 0)));
  return { scans: stored.scans.size, notes: stored.notes.size, sealedBytes, ...rest };
}

/** The first quota that adding a plan would surely pass; null when there is room, as far as the device can tell. */
export function quotaPassed(plan: RestorePlan, used: Used): Quota | null {
  const notes = [...plan.newNotes, ...plan.otherNotes];
  const tagsOf = ({ tags }: RestorePlan['newScans'][number]) =>
    typeof tags === 'string' ? tags.length : envelopeBytes(textOfTags(tags ?? []) ?? '');
  const bytes = used.sealedBytes + sum(notes.map(noteBytes)) + sum(plan.newScans.map(tagsOf));
  const after = {
    scans: used.scans + plan.newScans.length,
    notes: used.notes + notes.length,
    moods: used.moods + plan.newMoods.length,
    sealedBytes: bytes * (used.isVault ? envelopeSize.vaultShare : 1),
  };
  return namesOf(quotas).find((quota) => after[quota] > quotas[quota]) ?? null;
}
