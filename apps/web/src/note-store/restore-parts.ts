import { sealText } from '@nuances/crypto/note-envelope';
import type { ExportedNote, ExportedScan, RestorePlan } from '@nuances/domain/export-file';
import { limits } from '@nuances/domain/limits';
import { textOfTags } from '@nuances/domain/scan/tags';
import type { RouterInputs } from '../api/router-inputs.ts';
import { contentId } from './content-id.ts';

/** Input of one call. */
export type RestorePart = RouterInputs['restore']['add'];
type SentScan = RestorePart['scans'][number];
type SentNote = RestorePart['notes'][number];

/** Target size of one call, bytes. Its body may be larger by the overhead of JSON and by its last item. */
const partBytes = limits.noteBodyMaxBytes / 2;
/** Estimated size of an item without its envelopes, bytes. */
const itemBytes = 400;

/** Envelope of the tags of a scan: readable tags are sealed, sealed ones are kept, invalid ones are dropped (null). */
async function sealedTags(key: CryptoKey, { tags }: ExportedScan): Promise<string | null> {
  if (typeof tags === 'string') return tags;
  if (!tags) return null;
  let text: string | null;
  try {
    text = textOfTags(tags);
  } catch {
    return null;
  }
  return text === null ? null : sealText(key, text);
}

async function scanToSend(key: CryptoKey, scan: ExportedScan): Promise<SentScan> {
  const { tagsEncrypted: _isSealed, ...rest } = scan;
  return { ...rest, tags: await sealedTags(key, scan) };
}

async function noteToSend(key: CryptoKey, note: ExportedNote): Promise<SentNote> {
  const { title, text, encrypted, _id, categoryId, scanResultId, createdAt, receivedAt, updatedAt } = note;
  const [sealedTitle, sealedContent] =
    encrypted === true
      ? [title, text]
      : await Promise.all([title === '' ? '' : sealText(key, title), sealText(key, text)]);
  return { _id, categoryId, scanResultId, createdAt, receivedAt, updatedAt, title: sealedTitle, text: sealedContent };
}

/**
 * Id for a second version of a stored note. It depends only on the content, so that restoring the same file twice adds
 * nothing.
 */
const idBeside = ({ _id, title, text }: ExportedNote): Promise<string> => contentId('restored', [_id, title, text]);

/** Number of scans and notes that a plan adds. */
export const countOf = ({ newScans, newNotes, otherNotes }: RestorePlan): number =>
  newScans.length + newNotes.length + otherNotes.length;

/** Seals items one after another and groups them into calls with a limited number of items and bytes. */
async function* grouped<Item, Sent>(
  items: readonly Item[],
  toSend: (item: Item) => Promise<Sent>,
  bytesOf: (sent: Sent) => number,
): AsyncGenerator<Sent[]> {
  let group: Sent[] = [];
  let bytes = 0;
  for (const item of items) {
    const sent = await toSend(item);
    const size = bytesOf(sent) + itemBytes;
    if (group.length >= limits.restorePart || (group.length > 0 && bytes + size > partBytes)) {
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
export async function* restoreParts(key: CryptoKey, plan: RestorePlan): AsyncGenerator<RestorePart> {
  const scans = grouped(
    plan.newScans,
    (scan) => scanToSend(key, scan),
    ({ tags }) => tags?.length ?? 0,
  );
  for await (const group of scans) yield { scans: group, notes: [] };
  const beside = await Promise.all(plan.otherNotes.map(async (note) => ({ ...note, _id: await idBeside(note) })));
  const notes = grouped(
    [...plan.newNotes, ...beside],
    (note) => noteToSend(key, note),
    ({ title, text }) => title.length + text.length,
  );
  for await (const group of notes) yield { scans: [], notes: group };
}
