/** The last complete list of notes, stored on the device: one sealed copy per note, and the hash of the list. */
import { noteCategories } from '@nuances/domain/axes';
import { isRecord } from '@nuances/domain/record';
import { nextTask } from '../browser/next-task.ts';
import { dayAt, type AnyNote } from '../note-store/note.ts';
import { readCopies, readCopy, writeCopies } from './sealed-copies.ts';

const prefix = 'note:';
const hashName = 'notes';
/** Number of notes that are sealed before other tasks of the page may run. */
const batch = 50;

/** A note without its temporary fields: its outbox state, and its day in the page's time zone. */
function keptOf({ state: _state, day: _day, ...note }: AnyNote): object {
  return note;
}

/** Parses what {@link keptOf} returned; null for another shape. */
function noteOf(kept: unknown): AnyNote | null {
  if (!isRecord(kept)) return null;
  const { id, createdAt, receivedAt = null, revision, scanResultId, title, text, sealed } = kept;
  const categoryId = noteCategories.find((category) => category === kept['categoryId']);
  const isFiled =
    typeof id === 'string' &&
    typeof createdAt === 'string' &&
    (receivedAt === null || typeof receivedAt === 'string') &&
    typeof revision === 'number' &&
    categoryId !== undefined &&
    (scanResultId === null || typeof scanResultId === 'string');
  if (!isFiled) return null;
  const filed = {
    id,
    createdAt,
    receivedAt,
    revision,
    categoryId,
    scanResultId,
    day: dayAt(createdAt),
    state: 'saved' as const,
  };
  if (kept['locked'] === false && typeof title === 'string' && typeof text === 'string')
    return { ...filed, locked: false, title, text };
  if (!isRecord(sealed) || typeof sealed['title'] !== 'string' || typeof sealed['text'] !== 'string') return null;
  return { ...filed, locked: true, sealed: { title: sealed['title'], text: sealed['text'] } };
}

/** A list of notes by id, with the hash by which the server recognises it. */
export interface NoteList {
  readonly notes: ReadonlyMap<string, AnyNote>;
  readonly hash: string;
}

/** The stored list of an account; null when none is stored or it is incomplete. Never rejects. */
export async function readNoteCopy(owner: string): Promise<NoteList | null> {
  const kept = await readCopy(owner, hashName);
  if (!isRecord(kept) || typeof kept['hash'] !== 'string' || typeof kept['count'] !== 'number') return null;
  const notes = new Map<string, AnyNote>();
  let isOlder = false;
  for (const value of (await readCopies(owner, prefix)).values()) {
    const note = noteOf(value);
    if (note) notes.set(note.id, note);
    isOlder ||= isRecord(value) && value['receivedAt'] === undefined;
  }
  // Copies of an earlier version lack the time of receipt. They get no hash, so that the list is fetched again.
  return notes.size === kept['count'] ? { notes, hash: isOlder ? '' : kept['hash'] } : null;
}

/** Writes the lists of one account; each time only the differences from the last write. */
export interface NoteCopyWriter {
  /** Sets the list that is on the device: later writes are compared with it. */
  readonly begin: (notes: ReadonlyMap<string, AnyNote>) => void;
  /** Writes a list after the previous write has ended; never rejects. */
  readonly write: (list: NoteList) => void;
}

/** @param isCurrent whether the account is still logged in; checked between two batches */
export function createNoteCopyWriter(owner: string, isCurrent: () => boolean): NoteCopyWriter {
  let written: ReadonlyMap<string, AnyNote> | null = null;
  let next: NoteList | null = null;
  let isWriting = false;

  const writeOne = async ({ notes, hash }: NoteList) => {
    const before = written ?? (await readNoteCopy(owner))?.notes ?? new Map<string, AnyNote>();
    const changed = Array.from(notes.values()).filter((note) => before.get(note.id) !== note);
    const remove = Array.from(before.keys(), (id) => prefix + id).filter(
      (name) => !notes.has(name.slice(prefix.length)),
    );
    const named = (some: readonly AnyNote[]) => some.map((note) => [prefix + note.id, keptOf(note)] as const);
    const head = [hashName, { hash, count: notes.size }] as const;
    // A few changes are one transaction. For many, the head is deleted first and written last, so that an interrupted
    // write leaves no list that looks complete.
    const isSmall = changed.length <= batch;
    if (!isSmall) await writeCopies(owner, { remove: [hashName] });
    for (let at = 0; !isSmall && at < changed.length; at += batch) {
      if (!isCurrent() || !(await writeCopies(owner, { put: new Map(named(changed.slice(at, at + batch))) }))) return;
      await nextTask();
    }
    const put = new Map<string, unknown>([...(isSmall ? named(changed) : []), head]);
    if (await writeCopies(owner, { put, remove })) written = notes;
  };

  const writeAll = async () => {
    isWriting = true;
    while (next && isCurrent()) {
      const list = next;
      next = null;
      await writeOne(list);
    }
    isWriting = false;
  };

  return {
    begin: (notes) => {
      written = notes;
    },
    write: (list) => {
      next = list;
      if (!isWriting) void writeAll();
    },
  };
}
