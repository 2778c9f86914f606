import * as z from 'zod/mini';
import {
  exportedNoteSchema,
  exportedScanSchema,
  type ExportedNote,
  type ExportedScan,
  type ExportFile,
  type ExportHead,
} from '../export-file.ts';
import { exportedMoodsSchema } from '../moods/fields.ts';
import { noteExcess, type NoteExcess } from '../notes.ts';
import { tagsOfText, textOfTags } from '../scan/tags.ts';

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

/** What an account makes of texts that a file has sealed. */
export interface SealedTexts {
  /** Whether a text has the shape of an envelope of version 1. */
  readonly isEnvelope: (text: string) => boolean;
  /** Opens one; null when it does not open. An account that takes envelopes as they are has none. */
  readonly open: ((envelope: string) => Promise<string | null>) | null;
}

/** The first field of a value that breaks a rule of its schema; a value that is no object has none of them. */
const firstFault = (error: z.core.$ZodError): Fault => ({ field: String(error.issues[0]?.path[0] ?? '_id') });

function areSound(tags: readonly string[]): boolean {
  try {
    textOfTags(tags);
    return true;
  } catch {
    return false;
  }
}

/** The tags in an envelope, or it where it is taken as it is; null for neither. */
async function unsealedTags(envelope: string, { isEnvelope, open }: SealedTexts) {
  if (!isEnvelope(envelope)) return null;
  if (!open) return envelope;
  const text = await open(envelope);
  return text === null ? null : tagsOfText(text);
}

/** A scan without tags at fault: its answers are not lost with them. */
async function checkedScan(scan: ExportedScan, texts: SealedTexts): Promise<Checked<ExportedScan>> {
  const { tags: given, tagsEncrypted: _mark, ...rest } = scan;
  const fault: Checked<ExportedScan> = [rest, { kind: 'tags', field: 'tags' }];
  if (typeof given !== 'string') return areSound(given ?? []) ? [scan] : fault;
  const tags = await unsealedTags(given, texts);
  if (tags === null) return fault;
  return [typeof tags === 'string' ? scan : { ...rest, tags: [...tags] }];
}

async function checkedNote(note: ExportedNote, texts: SealedTexts): Promise<Checked<ExportedNote>> {
  const { title, text, encrypted } = note;
  if (encrypted !== true) {
    const excess = noteExcess({ title, text });
    if (text === '') return [null, { field: 'text' }];
    return excess ? [null, { field: excess.field, excess }] : [note];
  }
  const { isEnvelope, open } = texts;
  if (title !== '' && !isEnvelope(title)) return [null, { field: 'title' }];
  if (!isEnvelope(text)) return [null, { field: 'text' }];
  if (!open) return [note];
  const [openTitle, openText] = await Promise.all([title === '' ? '' : open(title), open(text)]);
  if (openTitle === null) return [null, { field: 'title' }];
  if (openText === null) return [null, { field: 'text' }];
  return checkedNote({ ...note, title: openTitle, text: openText, encrypted: false }, texts);
}

/** Reads the records of an export (SPEC.md EXPORT-4): what breaks a rule is named, and the rest is read. */
export async function readExportFile(head: ExportHead, texts: SealedTexts): Promise<ReadExport> {
  const faults: FaultyRecord[] = [];
  const sound = async <Item>(
    kind: FaultyRecord['kind'],
    records: readonly unknown[],
    schema: z.ZodMiniType<Item>,
    check: (item: Item, texts: SealedTexts) => Checked<Item> | Promise<Checked<Item>>,
  ): Promise<Item[]> => {
    const items: Item[] = [];
    for (const [index, record] of records.entries()) {
      const read = z.safeParse(schema, record);
      const [item, fault] = read.success ? await check(read.data, texts) : [null, firstFault(read.error)];
      if (fault) faults.push({ kind, place: index + 1, ...fault });
      if (item !== null) items.push(item);
    }
    return items;
  };
  const scans = await sound('scan', head.scans, exportedScanSchema, checkedScan);
  const notes = await sound('note', head.notes, exportedNoteSchema, checkedNote);
  const moods = await sound('moods', head.moods, exportedMoodsSchema, (part) => [part]);
  return { ...head, scans, notes, moods, faults };
}
