import { openText } from '@nuances/crypto/note-envelope';
import { readSealedExport, type SealedExport } from '@nuances/domain/export-file';
import { isRecord } from '@nuances/domain/record';
import { tagsOfText } from '@nuances/domain/tags';

type SealedScan = SealedExport['scans'][number];
type SealedNote = SealedExport['notes'][number];

/** A scan in an export: its tags readable, or as they are stored and marked. */
export type ReadableScan = Omit<SealedScan, 'tags'> & {
  readonly tags: readonly string[] | string;
  readonly tagsEncrypted?: true;
};
/** A note in an export: readable, or as it is stored and marked. */
export type ReadableNote = SealedNote & { readonly encrypted: boolean };

/** Everything of a person, readable. */
export interface ReadableExport {
  readonly profile: SealedExport['profile'];
  readonly scans: readonly ReadableScan[];
  readonly notes: readonly ReadableNote[];
  /** What else is stored of the person. */
  readonly [other: string]: unknown;
}

/** Envelopes that are opened at once. */
const batch = 200;

/** @param onOpened called with the number of items since the last call */
async function inBatches<Item, Result>(
  items: readonly Item[],
  open: (item: Item) => Promise<Result>,
  onOpened: (count: number) => void,
): Promise<Result[]> {
  const opened: Result[] = [];
  for (let at = 0; at < items.length; at += batch) {
    const some = items.slice(at, at + batch);
    opened.push(...(await Promise.all(some.map(open))));
    onOpened(some.length);
  }
  return opened;
}

async function readableScan(key: CryptoKey | null, scan: SealedScan): Promise<ReadableScan> {
  const { tags: sealed, ...rest } = scan;
  if (sealed === null) return { ...rest, tags: [] };
  const tags = key && (await openText(key, sealed).then(tagsOfText, () => null));
  return tags ? { ...rest, tags } : { ...rest, tags: sealed, tagsEncrypted: true };
}

async function readableNote(key: CryptoKey | null, note: SealedNote): Promise<ReadableNote> {
  if (!key) return { ...note, encrypted: true };
  try {
    const [title, text] = await Promise.all([openText(key, note.title), openText(key, note.text)]);
    return { ...note, title, text, encrypted: false };
  } catch {
    return { ...note, encrypted: true };
  }
}

/**
 * Opens what the server answered.
 * @param key null when it is not available: everything sealed stays as it is, marked
 * @param onOpened called with how many items were opened since the last call, and how many there are
 * @throws ZodError for an answer of another form
 */
export async function readableExport(
  answer: Uint8Array,
  key: CryptoKey | null,
  onOpened: (count: number, total: number) => void,
): Promise<ReadableExport> {
  const parsed: unknown = JSON.parse(new TextDecoder().decode(answer));
  const result = isRecord(parsed) ? parsed['result'] : undefined;
  const data = readSealedExport(isRecord(result) ? result['data'] : undefined);
  const total = data.scans.length + data.notes.length;
  const scans = await inBatches(
    data.scans,
    (scan) => readableScan(key, scan),
    (count) => onOpened(count, total),
  );
  const notes = await inBatches(
    data.notes,
    (note) => readableNote(key, note),
    (count) => onOpened(count, total),
  );
  return { ...data, scans, notes };
}
