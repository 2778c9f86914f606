import * as z from 'zod/mini';
import {
  emptyEntry,
  faultyLine,
  journalOf,
  type FaultyLine,
  type ImportedEntry,
  type ImportedJournal,
} from './entry.ts';
import { clockTime, zoneOffset } from './time.ts';
import { textOfMoments } from './text.ts';

const files = () => z.nullish(z.array(z.unknown()));
const journalSchema = z.object({
  metadata: z.optional(z.looseObject({})),
  entries: z.array(z.looseObject({ uuid: z.optional(z.unknown()), creationDate: z.optional(z.unknown()) })),
});
const entrySchema = z.object({
  uuid: z.string().check(z.minLength(1), z.maxLength(100)),
  creationDate: z.iso.datetime({ offset: true }),
  text: z.nullish(z.string()),
  tags: z.nullish(z.array(z.string())),
  photos: files(),
  videos: files(),
  audios: files(),
  pdfAttachments: files(),
  timeZone: z.nullish(z.string()),
  location: z.nullish(z.unknown()),
});

/** A first line that is a heading is the title. */
function dividedText(text: string): { readonly title: string; readonly text: string } {
  const [, title = '', rest = text] = /^#{1,6} +([^\n]+)\n*([\s\S]*)$/.exec(text) ?? [];
  return { title: title.trim(), text: rest };
}

/** The time on the clock where an entry was written; empty where this device has the same (SPEC.md IMPORT-8). */
function zoneOf(at: number, zone: string | null | undefined): string {
  const offset = zone ? zoneOffset(zone, at) : null;
  return offset === null || offset === -new Date(at).getTimezoneOffset() ? '' : `${clockTime(at, offset)} (${zone})`;
}

function entryOf(given: unknown, line: number): ImportedEntry | FaultyLine {
  const { data } = z.safeParse(entrySchema, given);
  if (!data) return faultyLine(line, 'form');
  const lists = [data.photos, data.videos, data.audios, data.pdfAttachments];
  const at = Date.parse(data.creationDate);
  return {
    ...emptyEntry(line, at, `day-one\n${data.uuid.toLowerCase()}`),
    ...dividedText(textOfMoments(data.text ?? '')),
    tags: data.tags ?? [],
    zone: zoneOf(at, data.timeZone),
    files: lists.reduce((sum, list) => sum + (list?.length ?? 0), 0),
    places: data.location == null ? 0 : 1,
  };
}

/**
 * Entries of Day One's JSON; null for any other JSON. An export has a file for each journal.
 */
export function journalOfDayOne(given: unknown): ImportedJournal | null {
  const { data } = z.safeParse(journalSchema, given);
  const isDayOne = data?.entries.every((entry) => 'uuid' in entry || 'creationDate' in entry);
  if (!data || !isDayOne || (data.entries.length === 0 && !data.metadata)) return null;
  const read = data.entries.map((entry, index) => entryOf(entry, index + 1));
  return journalOf(null, read);
}
