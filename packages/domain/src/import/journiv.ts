import * as z from 'zod/mini';
import {
  emptyEntry,
  faultyLine,
  journalOf,
  type FaultyLine,
  type ImportedEntry,
  type ImportedJournal,
} from './entry.ts';
import { exactnessOf, instantOf, keyOfTime, readImportedTime, zoneOffset } from './time.ts';
import { isRecord } from '../record.ts';

/** From 1.5 on, a journal is a line of moments; before, journals held their entries. */
const exportSchema = z.object({
  export_version: z.string(),
  journals: z.array(z.looseObject({ entries: z.nullish(z.array(z.unknown())) })),
  moments: z.nullish(z.array(z.unknown())),
});

const text = () => z.nullish(z.string());
const contentFields = {
  title: text(),
  content_delta: z.nullish(z.unknown()),
  content_plain_text: text(),
  content: text(),
};
const commonFields = {
  tags: z.nullish(z.array(z.string())),
  media: z.nullish(z.array(z.unknown())),
  external_id: text(),
  location: z.nullish(z.unknown()),
  location_json: z.nullish(z.unknown()),
};
const entrySchema = z.object({
  ...contentFields,
  ...commonFields,
  entry_datetime_utc: z.string(),
  entry_timezone: text(),
  mood_log: z.nullish(z.object({ mood_name: z.string(), note: text() })),
});
const momentSchema = z.object({
  ...commonFields,
  logged_at_utc: z.string(),
  logged_timezone: text(),
  note: text(),
  primary_mood_name: text(),
  mood_activity: z.nullish(z.array(z.object({ mood_name: text(), activity_name: text() }))),
  entry: z.nullish(z.object(contentFields)),
});

/** What is common to the two forms. */
interface Content {
  readonly time: string;
  readonly title: string;
  readonly texts: readonly (string | null | undefined)[];
  readonly moods: readonly string[];
  readonly zone: string | null | undefined;
  readonly tags: readonly string[];
  readonly files: number;
  readonly places: number;
  readonly id: string | null | undefined;
}

/** The text of a Quill document, without what is embedded. */
function textOfDelta(delta: unknown): string {
  const ops = isRecord(delta) ? delta['ops'] : undefined;
  if (!Array.isArray(ops)) return '';
  return ops.map((op: unknown) => (isRecord(op) && typeof op['insert'] === 'string' ? op['insert'] : '')).join('');
}

const placesOf = (given: { readonly location?: unknown; readonly location_json?: unknown }) =>
  given.location != null || given.location_json != null ? 1 : 0;

const contentOf = (entry: z.infer<z.ZodMiniObject<typeof contentFields>>) =>
  [entry.content_plain_text, entry.content, textOfDelta(entry.content_delta)]
    .map((written) => written?.trim() ?? '')
    .find((written) => written !== '') ?? '';

function contentOfEntry(given: unknown): Content | null {
  const { data } = z.safeParse(entrySchema, given);
  return data
    ? {
        time: data.entry_datetime_utc,
        title: data.title ?? '',
        texts: [contentOf(data), data.mood_log?.note],
        moods: [data.mood_log?.mood_name ?? ''],
        zone: data.entry_timezone,
        tags: data.tags ?? [],
        files: data.media?.length ?? 0,
        places: placesOf(data),
        id: data.external_id,
      }
    : null;
}

function contentOfMoment(given: unknown): Content | null {
  const { data } = z.safeParse(momentSchema, given);
  if (!data) return null;
  const linked = data.mood_activity ?? [];
  const moods = new Set([data.primary_mood_name, ...linked.map(({ mood_name }) => mood_name)]);
  return {
    time: data.logged_at_utc,
    title: data.entry?.title ?? '',
    texts: [data.entry ? contentOf(data.entry) : '', data.note],
    moods: [...moods].map((name) => name ?? ''),
    zone: data.logged_timezone,
    tags: [...(data.tags ?? []), ...linked.flatMap(({ activity_name }) => activity_name ?? [])],
    files: data.media?.length ?? 0,
    places: placesOf(data),
    id: data.external_id,
  };
}

function entryOf(content: Content | null, line: number): ImportedEntry | FaultyLine {
  if (!content) return faultyLine(line, 'form');
  const read = readImportedTime(content.time, 'dayFirst');
  if (!read) return faultyLine(line, 'date', content.time);
  // Times are in UTC, also where they do not say so.
  const time = { ...read, offsetMin: read.offsetMin ?? 0 };
  const written = content.texts
    .map((one) => one?.trim() ?? '')
    .filter((one) => one !== '')
    .join('\n\n');
  const key = content.id ? `journiv\n${content.id}` : ['journiv', keyOfTime(time), content.title, written].join('\n');
  const names = content.moods.map((name) => name.trim()).filter((name) => name !== '');
  const at = instantOf(time);
  return {
    ...emptyEntry(line, at, key),
    moment: exactnessOf(time),
    title: content.title,
    text: written,
    tags: content.tags,
    mood: names,
    // The first one is the main one.
    moods: names.slice(0, 1).map((label) => ({ name: '', scale: 5, value: null, label })),
    offsetMin: content.zone ? zoneOffset(content.zone, at) : null,
    files: content.files,
    places: content.places,
  };
}

/** Entries of Journiv's JSON, in its older and its newer form; null for any other JSON. */
export function journalOfJourniv(given: unknown): ImportedJournal | null {
  const { data } = z.safeParse(exportSchema, given);
  if (!data) return null;
  const contents = [
    ...data.journals.flatMap(({ entries }) => entries ?? []).map(contentOfEntry),
    ...(data.moments ?? []).map(contentOfMoment),
  ];
  const read = contents.map((content, index) => entryOf(content, index + 1));
  return journalOf('journiv', read);
}
