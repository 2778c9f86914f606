/** What the server gives for an export, opened with the key of the person's notes (SPEC.md EXPORT-1). */
import type { SealedExport } from './export-file.ts';
import { tagsOfText } from './scan/tags.ts';

/** What the server gives of scans and notes, as far as it is opened. */
interface SealedItems {
  readonly scans: readonly { readonly tags: string | null }[];
  readonly notes: readonly { readonly title: string; readonly text: string }[];
}

/** A scan in an export: its tags readable, or as they are stored and marked. */
type OpenedScan<Scan> = Omit<Scan, 'tags'> & {
  readonly tags: readonly string[] | string;
  readonly tagsEncrypted?: true;
};
/** A note in an export: readable, or as it is stored and marked. */
type OpenedNote<Note> = Note & { readonly encrypted: boolean };

/** Everything of a person, readable. */
export type Opened<Data extends SealedItems> = {
  readonly [Part in keyof Data]: Part extends 'scans'
    ? readonly OpenedScan<Data['scans'][number]>[]
    : Part extends 'notes'
      ? readonly OpenedNote<Data['notes'][number]>[]
      : Data[Part];
};
export type ReadableExport = Opened<SealedExport>;
export type ReadableScan = ReadableExport['scans'][number];
export type ReadableNote = ReadableExport['notes'][number];

/** Opens an envelope; rejects when the key does not open it. */
export type OpenEnvelope = (envelope: string) => Promise<string>;

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

async function readableScan(open: OpenEnvelope | null, scan: SealedItems['scans'][number]) {
  const { tags: sealed, ...rest } = scan;
  if (sealed === null) return { ...rest, tags: [] };
  const tags = open && (await open(sealed).then(tagsOfText, () => null));
  return tags ? { ...rest, tags } : { ...rest, tags: sealed, tagsEncrypted: true };
}

async function readableNote(open: OpenEnvelope | null, note: SealedItems['notes'][number]) {
  if (!open) return { ...note, encrypted: true };
  try {
    const [title, text] = await Promise.all([open(note.title), open(note.text)]);
    return { ...note, title, text, encrypted: false };
  } catch {
    return { ...note, encrypted: true };
  }
}

/**
 * Opens titles, texts and tags. What does not open stays as it is stored, and is marked.
 * @param open null when the key is not available: nothing is opened
 * @param onOpened called with how many items were opened since the last call, and how many there are
 */
export function readableExport<Data extends SealedItems>(
  data: Data,
  open: OpenEnvelope | null,
  onOpened?: (count: number, total: number) => void,
): Promise<Opened<Data>>;
export async function readableExport(
  data: SealedItems,
  open: OpenEnvelope | null,
  onOpened: (count: number, total: number) => void = () => undefined,
): Promise<object> {
  const total = data.scans.length + data.notes.length;
  const count = (opened: number) => onOpened(opened, total);
  const scans = await inBatches(data.scans, (scan) => readableScan(open, scan), count);
  const notes = await inBatches(data.notes, (note) => readableNote(open, note), count);
  return { ...data, scans, notes };
}
