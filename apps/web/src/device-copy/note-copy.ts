/** The last complete list of notes, stored on the device: one sealed copy per note, and the hash of the list. */
import { deviceShape } from '@nuances/domain/device-shape';
import { clearNoteContent, noteFields } from '@nuances/domain/note/fields';
import { isRecord } from '@nuances/domain/record';
import { nextTask } from '../browser/next-task.ts';
import { dayAt, type AnyNote, type LockedNote, type Note } from '../note-store/note.ts';
import { mayLoseRows } from './row-loss.ts';
import { readCopies, readCopy, writeCopies } from './sealed-copies.ts';

const prefix = 'note:';
const hashName = 'notes';
/** The second word: since the copies have the time of the text. */
const shape = `${deviceShape(noteFields)} updatedAt`;
/** Number of notes that are sealed before other tasks of the page may run. */
const batch = 50;

/** A note without its temporary fields: its outbox state, and its day in the page's time zone. */
function keptOf({ state: _state, day: _day, ...note }: AnyNote): object {
  return note;
}

/** What {@link keptOf} returned, maybe in an earlier version. */
type Kept<One> = Omit<One, 'state' | 'day' | 'receivedAt'> & { readonly receivedAt?: string | null };

/** The envelope proves that nobody else wrote it. */
const isKept = (value: unknown): value is Kept<Note> | Kept<LockedNote> =>
  isRecord(value) && typeof value['id'] === 'string' && typeof value['createdAt'] === 'string';

/** A kept note; null for anything else. What an earlier version did not keep is null. */
function noteOf(kept: unknown): AnyNote | null {
  if (!isKept(kept)) return null;
  const { receivedAt = null, createdAt } = kept;
  return { ...kept, ...clearNoteContent(kept), receivedAt, day: dayAt(createdAt), state: 'saved' };
}

/** A list of notes by id, with the hash by which the server recognises it. */
export interface NoteList {
  readonly notes: ReadonlyMap<string, AnyNote>;
  readonly hash: string;
  /** When the server last said that this is its list, milliseconds since 1970; 0 in copies of an earlier version. */
  readonly readAt: number;
}

/**
 * No note is without any text: an earlier version took one for it that was of a vault of which it had not heard. It is closed until
 * the server is asked for it again.
 */
function isBlank(note: AnyNote): note is Note {
  return !note.locked && note.title === '' && note.text === '';
}

const closed = ({ title, text, ...filed }: Note): LockedNote => ({ ...filed, locked: true, sealed: { title, text } });

/** The stored list of an account; null when none is stored or it is incomplete. Never rejects. */
export async function readNoteCopy(owner: string): Promise<NoteList | null> {
  const kept = await readCopy(owner, hashName);
  if (!isRecord(kept) || typeof kept['hash'] !== 'string' || typeof kept['count'] !== 'number') return null;
  const notes = new Map<string, AnyNote>();
  let hasBlank = false;
  for (const value of await readCopies(owner, prefix)) {
    const note = noteOf(value);
    if (note) notes.set(note.id, isBlank(note) ? closed(note) : note);
    if (note && isBlank(note)) hasBlank = true;
  }
  // Copies of another version get no hash, so that the list is fetched again.
  if (notes.size !== kept['count']) return null;
  const isCurrent = kept['shape'] === shape && !hasBlank;
  const readAt = typeof kept['readAt'] === 'number' ? kept['readAt'] : 0;
  return { notes, hash: isCurrent ? kept['hash'] : '', readAt };
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

  const writeOne = async ({ notes, hash, readAt }: NoteList) => {
    const before = written ?? (await readNoteCopy(owner))?.notes ?? new Map<string, AnyNote>();
    const changed = Array.from(notes.values()).filter((note) => before.get(note.id) !== note);
    const remove = Array.from(before.keys(), (id) => prefix + id).filter(
      (name) => !notes.has(name.slice(prefix.length)),
    );
    const isLoss = remove.length > 0 || changed.some(({ id, revision }) => (before.get(id)?.revision ?? 0) > revision);
    if (isLoss && !(await mayLoseRows(owner))) return;
    const named = (some: readonly AnyNote[]) => some.map((note) => [prefix + note.id, keptOf(note)] as const);
    const head = [hashName, { hash, shape, count: notes.size, readAt }] as const;
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
