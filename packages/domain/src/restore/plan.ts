import type { ExportedNote, ExportedScan, ExportFile } from '../export-file.ts';

/** What restoring an export would do (SPEC.md EXPORT-2). */
export interface RestorePlan {
  readonly newScans: readonly ExportedScan[];
  readonly newNotes: readonly ExportedNote[];
  /** Notes that are stored with another content: both are kept. */
  readonly otherNotes: readonly ExportedNote[];
  readonly sameScans: number;
  readonly sameNotes: number;
  /** Times of the first and the last scan or note of the file; null for an empty one. */
  readonly range: { readonly from: string; readonly to: string } | null;
}

/** A stored note in clear, as far as it is compared; null for one that the key does not open. */
export interface ComparedNote {
  readonly title: string;
  readonly text: string;
}

/** Compares a file with what the account holds (SPEC.md EXPORT-2). Ids decide; a scan never changes. */
export function planRestore(
  file: Pick<ExportFile, 'scans' | 'notes'>,
  stored: { readonly scans: ReadonlySet<string>; readonly notes: ReadonlyMap<string, ComparedNote | null> },
): RestorePlan {
  const newScans = file.scans.filter(({ _id }) => !stored.scans.has(_id));
  const newNotes: ExportedNote[] = [];
  const otherNotes: ExportedNote[] = [];
  for (const note of file.notes) {
    const known = stored.notes.get(note._id);
    if (known === undefined) newNotes.push(note);
    else if (known !== null && note.encrypted !== true && (known.title !== note.title || known.text !== note.text))
      otherNotes.push(note);
  }
  return {
    newScans,
    newNotes,
    otherNotes,
    sameScans: file.scans.length - newScans.length,
    sameNotes: file.notes.length - newNotes.length - otherNotes.length,
    range: rangeOf([...file.scans, ...file.notes]),
  };
}

/** Times of the first and the last of some items; null for none. */
function rangeOf(items: readonly { readonly createdAt: string }[]): RestorePlan['range'] {
  let range: { from: string; to: string; first: number; last: number } | null = null;
  for (const { createdAt } of items) {
    const at = Date.parse(createdAt);
    range ??= { from: createdAt, to: createdAt, first: at, last: at };
    if (at < range.first) range = { ...range, from: createdAt, first: at };
    if (at > range.last) range = { ...range, to: createdAt, last: at };
  }
  return range && { from: range.from, to: range.to };
}
