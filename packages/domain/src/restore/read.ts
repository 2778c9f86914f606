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
import { noteFormSchema } from '../notes.ts';
import { textOfTags } from '../scan/tags.ts';

/** A scan, note or part of moods of a file that is left out (SPEC.md EXPORT-4). */
export interface FaultyRecord {
  readonly kind: 'scan' | 'note' | 'moods';
  /** Place in its list, from 1. */
  readonly place: number;
  /** The first of its fields that breaks a rule. */
  readonly field: string;
}

/** An export as it was read, with what is left out of it. */
export interface ReadExport extends ExportFile {
  readonly faults: readonly FaultyRecord[];
}

/** Whether a text has the shape of an envelope. */
type IsEnvelope = (text: string) => boolean;

/** The first field of a value that breaks a rule of its schema; a value that is no object has none of them. */
const firstFault = (error: z.core.$ZodError): string => String(error.issues[0]?.path[0] ?? '_id');

/** The field of a scan that could not be sealed, or would not be taken; null when it can be restored. */
function faultOfScan({ tags }: ExportedScan, isEnvelope: IsEnvelope): string | null {
  if (typeof tags === 'string') return isEnvelope(tags) ? null : 'tags';
  try {
    textOfTags(tags ?? []);
    return null;
  } catch {
    return 'tags';
  }
}

function faultOfNote({ title, text, encrypted }: ExportedNote, isEnvelope: IsEnvelope): string | null {
  if (encrypted === true && title !== '' && !isEnvelope(title)) return 'title';
  if (encrypted === true) return isEnvelope(text) ? null : 'text';
  if (text === '') return 'text';
  const { error } = z.safeParse(noteFormSchema, { title, text });
  return error ? firstFault(error) : null;
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
    faultOf: (item: Item, isEnvelope: IsEnvelope) => string | null,
  ): Item[] =>
    records.flatMap((record, index) => {
      const read = z.safeParse(schema, record);
      const field = read.success ? faultOf(read.data, isEnvelope) : firstFault(read.error);
      if (field !== null) faults.push({ kind, place: index + 1, field });
      return read.success && field === null ? [read.data] : [];
    });
  const scans = sound('scan', head.scans, exportedScanSchema, faultOfScan);
  const notes = sound('note', head.notes, exportedNoteSchema, faultOfNote);
  const moods = sound('moods', head.moods, exportedMoodsSchema, () => null);
  return { ...head, scans, notes, moods, faults };
}
