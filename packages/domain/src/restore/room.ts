/** Whether an account has room for what a file adds (SPEC.md EXPORT-6). */
import { base64Length, envelopeSize, quotas } from '../limits.ts';
import { paceOf } from './pace.ts';
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

/** Bytes of a text. */
type Measure = (text: string) => number;

const exactly: Measure = (text) => encoder.encode(text).length;
/** No character has more. */
const atMost: Measure = (text) => 3 * text.length;

/** Bytes of the envelope of a text as it is stored, in base64; an empty text has none. */
const envelopeBytes = (text: string, bytesOf: Measure) =>
  text === '' ? 0 : base64Length(envelopeSize.overheadBytes + bytesOf(text));

const noteBytes = ({ title, text }: { readonly title: string; readonly text: string }, bytesOf: Measure) =>
  envelopeBytes(title, bytesOf) + envelopeBytes(text, bytesOf);

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

/**
 * What an account holds as far as its device can tell: notes that do not open count without their texts, and scans without tags.
 * @param rest `moods`: how many parts, those that do not open too
 * @param pause awaited now and then, for what else runs in the process
 */
export async function usedOf(
  stored: Omit<StoredIds, 'moods'>,
  rest: Pick<Used, 'moods' | 'isVault'>,
  pause: () => Promise<void> = async () => undefined,
): Promise<Used> {
  const pace = paceOf(pause);
  let sealedBytes = 0;
  for (const note of stored.notes.values()) {
    if (!note) continue;
    sealedBytes += noteBytes(note, exactly);
    await pace(note.text.length);
  }
  return { scans: stored.scans.size, notes: stored.notes.size, sealedBytes, ...rest };
}

/** The first quota that adding a plan would surely pass; null when there is room, as far as the device can tell. */
export function quotaPassed(plan: RestorePlan, used: Used): Quota | null {
  const notes = [...plan.newNotes, ...plan.otherNotes];
  const tagsOf = ({ tags }: RestorePlan['newScans'][number], bytesOf: Measure) =>
    typeof tags === 'string' ? tags.length : envelopeBytes(textOfTags(tags ?? []) ?? '', bytesOf);
  const sealedBytes = (bytesOf: Measure) => {
    const added = sum(notes.map((note) => noteBytes(note, bytesOf)));
    const bytes = used.sealedBytes + added + sum(plan.newScans.map((scan) => tagsOf(scan, bytesOf)));
    return bytes * (used.isVault ? envelopeSize.vaultShare : 1);
  };
  const most = sealedBytes(atMost);
  const after = {
    scans: used.scans + plan.newScans.length,
    notes: used.notes + notes.length,
    moods: used.moods + plan.newMoods.length,
    // To encode thousands of notes holds up a page: only where it matters.
    sealedBytes: most > quotas.sealedBytes ? sealedBytes(exactly) : most,
  };
  return namesOf(quotas).find((quota) => after[quota] > quotas[quota]) ?? null;
}
