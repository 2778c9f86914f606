import { contentId } from '../content-id.ts';
import type { ExportedNote, ExportedScan } from '../export-file.ts';
import { rejectedTime } from '../import/time.ts';
import type { ExportedMoods, MoodContent } from '../moods/fields.ts';
import { newMoods } from '../moods/new-moods.ts';
import { isSameValue } from '../thing.ts';

/** What restoring an export would do (SPEC.md EXPORT-2); nothing that lies ahead is in it but in `ahead`. */
export interface RestorePlan {
  readonly newScans: readonly ExportedScan[];
  readonly newNotes: readonly ExportedNote[];
  /** Notes that are stored with another content, each with the id under which it is added beside the stored one. */
  readonly otherNotes: readonly ExportedNote[];
  /** Parts with the moods that are not stored yet (SPEC.md MOOD-2). */
  readonly newMoods: readonly ExportedMoods[];
  readonly sameMoods: number;
  readonly sameScans: number;
  readonly sameNotes: number;
  /** What the account has not, with a time to come (SPEC.md EXPORT-5). */
  readonly ahead: Items;
  /** Scans and notes with the id of an earlier one of the file and another content, all of which are kept. */
  readonly twice: number;
  /** Those that are the same as an earlier one of the file. */
  readonly repeated: number;
  /** Times of the first and the last scan, note or mood of the file; null for an empty one. */
  readonly range: { readonly from: string; readonly to: string } | null;
}

export interface FileItems extends Items {
  readonly moods: readonly ExportedMoods[];
}

/** Scans and notes of a file. */
interface Items {
  readonly scans: readonly ExportedScan[];
  readonly notes: readonly ExportedNote[];
}

/** A stored note in clear, as far as it is compared; null for one that the key does not open. */
export interface ComparedNote {
  readonly title: string;
  readonly text: string;
  /** When it was written; needed in a vault only. */
  readonly createdAt?: string;
}

/** What an account holds. */
export interface StoredIds {
  readonly scans: ReadonlySet<string>;
  readonly notes: ReadonlyMap<string, ComparedNote | null>;
  readonly moods: readonly (MoodContent & { readonly _id: string })[];
}

type Item = ExportedScan | ExportedNote;

/** Makes the id that is used in place of one that was made from a content. */
export type NameOf = (id: string) => Promise<string>;

const asMade: NameOf = async (id) => id;

/** What tells an item from another one with its id. That a scan was received at another time does not. */
function contentOf(item: Item): readonly string[] {
  if ('text' in item) return [item.title, item.text];
  const { receivedAt: _receivedAt, ...scan } = item;
  return [JSON.stringify(scan)];
}

/** Whether an id is stored. */
type Stored = Pick<ReadonlySet<string>, 'has'>;

/**
 * The same item under an id that depends on its content: restoring the same file twice adds nothing. What was added before the
 * vault keeps the id that it had then.
 */
const beside =
  (stored: Stored, nameOf: NameOf) =>
  async <One extends Item>(item: One): Promise<One> => {
    const plain = await contentId('restored', [item._id, ...contentOf(item)]);
    return { ...item, _id: stored.has(plain) ? plain : await nameOf(plain) };
  };

/** The items of a list, each with an id of its own; which had to get one, and how many were repetitions. */
async function distinct<One extends Item>(items: readonly One[], stored: Stored, nameOf: NameOf) {
  const byId = new Map<string, One>();
  const again: One[] = [];
  for (const item of items) {
    const first = byId.get(item._id);
    if (!first) byId.set(item._id, item);
    else if (!isSameValue(contentOf(first), contentOf(item))) again.push(item);
  }
  const made = new Set<string>();
  for (const other of await Promise.all(again.map(beside(stored, nameOf)))) {
    if (byId.has(other._id)) continue;
    byId.set(other._id, other);
    made.add(other._id);
  }
  return { all: [...byId.values()], made, repeated: items.length - byId.size };
}

/** Whether a note of a file is another text than the stored one with its id; what the key does not open is not. */
const differs = (note: ExportedNote, stored: ComparedNote | null) =>
  stored !== null && note.encrypted !== true && (stored.title !== note.title || stored.text !== note.text);

/** Tells the notes that are stored in the same words of the same moment: since the key of a vault was renewed, no id finds them. */
function sameWords(stored: StoredIds['notes']): (note: ExportedNote) => boolean {
  const keyOf = (title: string, createdAt: string) => `${Date.parse(createdAt)} ${title}`;
  const byText = new Map<string, Set<string>>();
  for (const note of stored.values())
    if (note?.createdAt !== undefined)
      byText.set(note.text, (byText.get(note.text) ?? new Set()).add(keyOf(note.title, note.createdAt)));
  return ({ title, text, createdAt }) => byText.get(text)?.has(keyOf(title, createdAt)) === true;
}

/**
 * Compares a file with what the account holds (SPEC.md EXPORT-2, EXPORT-5). Ids decide; a scan never changes.
 * @param now milliseconds
 * @param nameOf in a vault, where such an id would tell the content (SPEC.md VAULT-4)
 * @param pause awaited now and then, for what else runs in the process
 */
export async function planRestore(
  file: FileItems,
  stored: StoredIds,
  now: number,
  nameOf?: NameOf,
  pause: () => Promise<void> = async () => undefined,
): Promise<RestorePlan> {
  const scans = await distinct(file.scans, stored.scans, nameOf ?? asMade);
  const notes = await distinct(file.notes, stored.notes, nameOf ?? asMade);
  await pause();
  const moods = await newMoods(file.moods, stored.moods, nameOf);
  await pause();
  const isAhead = ({ createdAt }: Item) => rejectedTime(Date.parse(createdAt), now) === 'future';
  const isHere = (item: Item) => !isAhead(item);
  const missingScans = scans.all.filter(({ _id }) => !stored.scans.has(_id));
  const changed = notes.all.filter((note) => differs(note, stored.notes.get(note._id) ?? null));
  const isSaid = nameOf && changed.length + notes.made.size > 0 ? sameWords(stored.notes) : () => false;
  const missingNotes = notes.all.filter(
    (note) => !stored.notes.has(note._id) && !(notes.made.has(note._id) && isSaid(note)),
  );
  // A version that was added beside the stored one before is there under its own id.
  const versions = await Promise.all(changed.map(beside(stored.notes, nameOf ?? asMade)));
  const others = versions.filter((note) => !stored.notes.has(note._id) && !isSaid(note));
  return {
    newScans: missingScans.filter(isHere),
    newNotes: missingNotes.filter(isHere),
    otherNotes: others.filter(isHere),
    newMoods: moods.parts,
    sameMoods: moods.same,
    sameScans: scans.all.length - missingScans.length,
    sameNotes: notes.all.length - missingNotes.length - others.length,
    ahead: { scans: missingScans.filter(isAhead), notes: [...missingNotes, ...others].filter(isAhead) },
    twice: scans.made.size + notes.made.size,
    repeated: scans.repeated + notes.repeated + moods.repeated,
    range: rangeOf([...file.scans, ...file.notes, ...file.moods.flatMap(momentsOf)]),
  };
}

/**
 * The plan with what lies ahead filed under a moment: the other choice than to leave it out.
 * @param now milliseconds
 */
export function filedNow({ ahead, ...plan }: RestorePlan, now: number): RestorePlan {
  const createdAt = new Date(now).toISOString();
  return {
    ...plan,
    newScans: [...plan.newScans, ...ahead.scans.map((scan) => ({ ...scan, createdAt }))],
    newNotes: [...plan.newNotes, ...ahead.notes.map((note) => ({ ...note, createdAt }))],
    ahead: { scans: [], notes: [] },
  };
}

const momentsOf = ({ entries }: ExportedMoods) => entries.map(({ at }) => ({ createdAt: at }));

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
