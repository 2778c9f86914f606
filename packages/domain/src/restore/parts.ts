/** The calls that add the scans, notes and moods of a file to an account. */
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
const mostOfPart = { items: limits.restorePart, bytes: limits.noteBodyMaxBytes / 2 };
/** The same of a call that stores rows of a vault, with room for what stands beside its items. */
export const mostOfVaultPart = { items: limits.vault.items, bytes: limits.vault.bodyMaxBytes - 4_096 };
/** Estimated size of an item without its envelopes, bytes. */
const itemBytes = 400;

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

/** Envelopes of a row of a vault, bytes. */
export const sealedBytesOf = ({ sealed, tags }: { readonly sealed: string; readonly tags?: string | null }): number =>
  sealed.length + (tags?.length ?? 0);

/** Seals items one after another and groups them into calls with a limited number of items and bytes. */
export async function* grouped<Item, Sent>(
  items: readonly Item[],
  toSend: (item: Item) => Promise<Sent>,
  bytesOf: (sent: Sent) => number,
  most: { readonly items: number; readonly bytes: number } = mostOfPart,
): AsyncGenerator<Sent[]> {
  let group: Sent[] = [];
  let bytes = 0;
  for (const item of items) {
    const sent = await toSend(item);
    const size = bytesOf(sent) + itemBytes;
    if (group.length >= most.items || (group.length > 0 && bytes + size > most.bytes)) {
      yield group;
      group = [];
      bytes = 0;
    }
    group.push(sent);
    bytes += size;
  }
  if (group.length > 0) yield group;
}

/** Inputs of the calls that restore a plan, in order: scans first, because notes are linked to them. */
export async function* restoreParts(seal: SealEnvelope, plan: RestorePlan): AsyncGenerator<RestorePart> {
  const scans = grouped(
    plan.newScans,
    (scan) => scanToSend(seal, scan),
    ({ tags }) => tags?.length ?? 0,
  );
  for await (const group of scans) yield { scans: group, notes: [], moods: [] };
  const notes = grouped(
    [...plan.newNotes, ...plan.otherNotes],
    (note) => noteToSend(seal, note),
    ({ title, text }) => title.length + text.length,
  );
  for await (const group of notes) yield { scans: [], notes: group, moods: [] };
  const moods = grouped(
    plan.newMoods,
    async (part) => part,
    (part) => JSON.stringify(part).length,
  );
  for await (const group of moods) yield { scans: [], notes: [], moods: group };
}
