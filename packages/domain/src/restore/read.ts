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

/** A scan, note or part of moods of a file that is left out (SPEC.md EXPORT-4). */
export interface FaultyRecord extends Fault {
  readonly kind: 'scan' | 'note' | 'moods';
  /** Place in its list, from 1. */
  readonly place: number;
}

/** An export as it was read, with what is left out of it. */
export interface ReadExport extends ExportFile {
  readonly faults: readonly FaultyRecord[];
}

/** Whether a text has the shape of an envelope. */
type IsEnvelope = (text: string) => boolean;

/** The first field of a value that breaks a rule of its schema; a value that is no object has none of them. */
const firstFault = (error: z.core.$ZodError): Fault => ({ field: String(error.issues[0]?.path[0] ?? '_id') });

/** The field of a scan that could not be sealed, or would not be taken; null when it can be restored. */
function faultOfScan({ tags }: ExportedScan, isEnvelope: IsEnvelope): Fault | null {
  if (typeof tags === 'string') return isEnvelope(tags) ? null : { field: 'tags' };
  try {
    textOfTags(tags ?? []);
    return null;
  } catch {
    return { field: 'tags' };
  }
}

function faultOfNote({ title, text, encrypted }: ExportedNote, isEnvelope: IsEnvelope): Fault | null {
  if (encrypted === true && title !== '' && !isEnvelope(title)) return { field: 'title' };
  if (encrypted === true) return isEnvelope(text) ? null : { field: 'text' };
  if (text === '') return { field: 'text' };
  const excess = noteExcess({ title, text });
  return excess && { field: excess.field, excess };
}

/**
 * The export that a text holds (SPEC.md EXPORT-1, EXPORT-4); null for anything else, also for a file of a later version.
 * A scan or note that breaks a rule is named, and the rest is read.
 */
export function readExportFile(text: string, isEnvelope: IsEnvelope): ReadExport | null {
  const head = readExportHead(text);
  if (!head) return null;
  const faults: FaultyRecord[] = [];
  const sound = <Item>(
    kind: FaultyRecord['kind'],
    records: readonly unknown[],
    schema: z.ZodMiniType<Item>,
    faultOf: (item: Item, isEnvelope: IsEnvelope) => Fault | null,
  ): Item[] =>
    records.flatMap((record, index) => {
      const read = z.safeParse(schema, record);
      const fault = read.success ? faultOf(read.data, isEnvelope) : firstFault(read.error);
      if (fault) faults.push({ kind, place: index + 1, ...fault });
      return read.success && !fault ? [read.data] : [];
    });
  const scans = sound('scan', head.scans, exportedScanSchema, faultOfScan);
  const notes = sound('note', head.notes, exportedNoteSchema, faultOfNote);
  const moods = sound('moods', head.moods, exportedMoodsSchema, () => null);
  return { ...head, scans, notes, moods, faults };
}
