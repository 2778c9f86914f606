/** The calls that add the scans, notes and moods of a file to an account. */
import { batchesOf, type BatchLimits } from '../batches.ts';
import type { ExportedNote, ExportedScan } from '../export-file.ts';
import { limits } from '../limits.ts';
import type { ExportedMoods } from '../moods/fields.ts';
import { moodCount } from '../moods/new-moods.ts';
import { textOfTags } from '../scan/tags.ts';
import type { RestorePlan } from './plan.ts';

/** Makes the envelope of a text; the empty text stays empty. */
export type SealEnvelope = (text: string) => Promise<string>;

type SentScan = Omit<ExportedScan, 'tags' | 'tagsEncrypted'> & { tags: string | null };
type SentNote = Omit<ExportedNote, 'encrypted'>;

/** Input of one call. */
export interface RestorePart {
  readonly scans: SentScan[];
  readonly notes: SentNote[];
  readonly moods: ExportedMoods[];
}

/** The most of one call. */
const mostOfPart: BatchLimits = { items: limits.restorePart, bytes: limits.noteBodyMaxBytes / 2 };
/** The most of a call that stores rows of a vault, with room for what stands beside its items. */
export const mostOfVaultPart: BatchLimits = { items: limits.vault.items, bytes: limits.vault.bodyMaxBytes - 4_096 };

/** Envelope of the tags of a scan; those that the key did not open are one. */
async function sealedTags(seal: SealEnvelope, { tags }: ExportedScan): Promise<string | null> {
  if (typeof tags === 'string') return tags;
  const text = textOfTags(tags ?? []);
  return text === null ? null : seal(text);
}

async function scanToSend(seal: SealEnvelope, scan: ExportedScan): Promise<SentScan> {
  const { tagsEncrypted: _isSealed, ...rest } = scan;
  return { ...rest, tags: await sealedTags(seal, scan) };
}

async function noteToSend(seal: SealEnvelope, { encrypted, ...note }: ExportedNote): Promise<SentNote> {
  if (encrypted === true) return note;
  const [title, text] = await Promise.all([seal(note.title), seal(note.text)]);
  return { ...note, title, text };
}

/** Number of scans, notes and moods that a plan adds. */
export const countOf = ({ newScans, newNotes, otherNotes, newMoods }: RestorePlan): number =>
  newScans.length + newNotes.length + otherNotes.length + moodCount(newMoods);

/** Inputs of the calls that restore a plan, in order: scans first, because notes are linked to them. */
export async function* restoreParts(seal: SealEnvelope, plan: RestorePlan): AsyncGenerator<RestorePart> {
  for await (const scans of batchesOf(plan.newScans, (scan) => scanToSend(seal, scan), mostOfPart))
    yield { scans, notes: [], moods: [] };
  const notesToAdd = [...plan.newNotes, ...plan.otherNotes];
  for await (const notes of batchesOf(notesToAdd, (note) => noteToSend(seal, note), mostOfPart))
    yield { scans: [], notes, moods: [] };
  for await (const moods of batchesOf(plan.newMoods, async (part) => part, mostOfPart))
    yield { scans: [], notes: [], moods };
}
