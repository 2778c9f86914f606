import * as z from 'zod/mini';
import {
  exportedNoteSchema,
  exportedScanSchema,
  readExportHead,
  type ExportedNote,
  type ExportedScan,
  type ExportFile,
} from '../export-file.ts';
import { exportedMoodsSchema } from '../moods/fields.ts';
import { noteExcess, type NoteExcess } from '../notes.ts';
import { textOfTags } from '../scan/tags.ts';

/** What breaks a rule in a record. */
interface Fault {
  /** The first of its fields that does. */
  readonly field: string;
  /** How much too long it is; absent for what is otherwise wrong. */
  readonly excess?: NoteExcess;
}

/** A scan, note or part of moods of a file that is left out, or the tags alone of a scan (SPEC.md EXPORT-4). */
export interface FaultyRecord extends Fault {
  readonly kind: 'scan' | 'tags' | 'note' | 'moods';
  /** Place in its list, from 1. */
  readonly place: number;
}

/** An export as it was read, with what is left out of it. */
export interface ReadExport extends ExportFile {
  readonly faults: readonly FaultyRecord[];
}

/** What is restored of a record, null for nothing, and what is named of it. */
type Checked<Item> = readonly [Item | null, (Fault & Partial<FaultyRecord>)?];

/** Whether a text has the shape of an envelope. */
type IsEnvelope = (text: string) => boolean;

/** The first field of a value that breaks a rule of its schema; a value that is no object has none of them. */
const firstFault = (error: z.core.$ZodError): Fault => ({ field: String(error.issues[0]?.path[0] ?? '_id') });

/** Whether tags can be sealed, or taken as they are. */
function areSound(tags: ExportedScan['tags'], isEnvelope: IsEnvelope): boolean {
  if (typeof tags === 'string') return isEnvelope(tags);
  try {
    textOfTags(tags ?? []);
    return true;
  } catch {
    return false;
  }
}

/** A scan without tags at fault: its answers are not lost with them. */
function checkedScan(scan: ExportedScan, isEnvelope: IsEnvelope): Checked<ExportedScan> {
  if (areSound(scan.tags, isEnvelope)) return [scan];
  const { tags: _tags, tagsEncrypted: _mark, ...rest } = scan;
  return [rest, { kind: 'tags', field: 'tags' }];
}

function faultOfNote({ title, text, encrypted }: ExportedNote, isEnvelope: IsEnvelope): Fault | null {
  if (encrypted === true && title !== '' && !isEnvelope(title)) return { field: 'title' };
  if (encrypted === true) return isEnvelope(text) ? null : { field: 'text' };
  if (text === '') return { field: 'text' };
  const excess = noteExcess({ title, text });
  return excess && { field: excess.field, excess };
}

function checkedNote(note: ExportedNote, isEnvelope: IsEnvelope): Checked<ExportedNote> {
  const fault = faultOfNote(note, isEnvelope);
  return fault ? [null, fault] : [note];
}

/**
 * The export that a text holds (SPEC.md EXPORT-1, EXPORT-4); null for anything else, also for a file of a later version.
 * What breaks a rule is named, and the rest is read.
 */
export function readExportFile(text: string, isEnvelope: IsEnvelope): ReadExport | null {
  const head = readExportHead(text);
  if (!head) return null;
  const faults: FaultyRecord[] = [];
  const sound = <Item>(
    kind: FaultyRecord['kind'],
    records: readonly unknown[],
    schema: z.ZodMiniType<Item>,
    check: (item: Item) => Checked<Item>,
  ): Item[] =>
    records.flatMap((record, index) => {
      const read = z.safeParse(schema, record);
      const [item, fault] = read.success ? check(read.data) : [null, firstFault(read.error)];
      if (fault) faults.push({ kind, place: index + 1, ...fault });
      return item === null ? [] : [item];
    });
  const scans = sound('scan', head.scans, exportedScanSchema, (scan) => checkedScan(scan, isEnvelope));
  const notes = sound('note', head.notes, exportedNoteSchema, (note) => checkedNote(note, isEnvelope));
  const moods = sound('moods', head.moods, exportedMoodsSchema, (part) => [part]);
  return { ...head, scans, notes, moods, faults };
}
