import { itemAt } from '../item-at.ts';
import { limits } from '../limits.ts';
import type { Exactness } from '../scan/time.ts';

/** Orders of day and month in a date of three numbers. */
export const dayOrders = ['dayFirst', 'monthFirst'] as const;

/** Which of the first two numbers of `03/04/2026` is the day. */
export type DayOrder = (typeof dayOrders)[number];

/** A moment as another journal writes it: on the clock of the person, or with a zone. */
export interface ImportedTime {
  readonly year: number;
  /** From 1 to 12. */
  readonly month: number;
  readonly day: number;
  /** Null for a date without a time of day. */
  readonly clock: { readonly hour: number; readonly minute: number; readonly second: number } | null;
  /** Minutes east of UTC; null for a time of the person's own clock. */
  readonly offsetMin: number | null;
}

/** No date is longer; longer texts are not looked at. */
const longest = 64;

/** French and English names of months, without accents, by their first letters; the longer ones first. */
const monthNames: readonly (readonly [string, number])[] = [
  ['janv', 1],
  ['jan', 1],
  ['fev', 2],
  ['feb', 2],
  ['mar', 3],
  ['avr', 4],
  ['apr', 4],
  ['mai', 5],
  ['may', 5],
  ['juil', 7],
  ['jul', 7],
  ['juin', 6],
  ['jun', 6],
  ['aou', 8],
  ['aug', 8],
  ['sep', 9],
  ['oct', 10],
  ['nov', 11],
  ['dec', 12],
];

/** In lower case, without accents, with plain spaces. */
function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/gu, ' ').trim();
}

function monthOf(name: string): number | null {
  return monthNames.find(([beginning]) => name.startsWith(beginning))?.[1] ?? null;
}

const clockPattern =
  /^(?:a |at )?(\d{1,2})(?: ?[:h.] ?(\d{2}))?(?::(\d{2})(?:[.,]\d{1,9})?)?(h)? ?(am|pm|a\.m\.|p\.m\.)? ?(z|utc|gmt|[+-]\d{2}:?\d{2})?$/;

function offsetOf(zone: string | undefined): number | null {
  if (zone === undefined) return null;
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? [];
  const size = Number(hours) * 60 + Number(minutes);
  return sign === '-' ? -size : size;
}

/** A time of day, with its zone if it names one; null for anything else. */
export function readClock(text: string): Pick<ImportedTime, 'clock' | 'offsetMin'> | null {
  if (text.length > longest) return null;
  const found = clockPattern.exec(plain(text));
  if (!found) return null;
  const [, hourText, minuteText, secondText, h, half, zone] = found;
  // A lone number is a time only with a word that says so.
  if (minuteText === undefined && h === undefined && half === undefined) return null;
  const [given, minute, second] = [Number(hourText), Number(minuteText ?? 0), Number(secondText ?? 0)];
  if (half !== undefined && (given < 1 || given > 12)) return null;
  const hour = half === undefined ? given : (given % 12) + (half.startsWith('p') ? 12 : 0);
  return hour < 24 && minute < 60 && second < 60
    ? { clock: { hour, minute, second }, offsetMin: offsetOf(zone) }
    : null;
}

const yearFirst = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:(?:t| |, ?)(.+))?$/;
const yearLast = /^(\d{1,2})([-/. ])(\d{1,2})\2(\d{4}|\d{2})(?:(?:t| |, ?)(.+))?$/;
const packed = /^(\d{4})(\d{2})(\d{2})$/;
const dayThenName = /^(?:[a-z]+\.?,? )?(\d{1,2})(?:er|st|nd|rd|th)? (?:de |of )?([a-z]+)\.?,? (\d{4})(?:,? (.+))?$/;
const nameThenDay = /^(?:[a-z]+\.?,? )?([a-z]+)\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})(?:,? (.+))?$/;
const epoch = /^\d{10}(?:\d{3})?$/;

interface FoundDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly rest: string | undefined;
}

/** A year of two digits is one of this century. */
const fullYear = (text: string) => (text.length === 2 ? 2000 + Number(text) : Number(text));

function findDate(text: string, order: DayOrder): FoundDate | null {
  const first = yearFirst.exec(text);
  if (first) return { year: Number(first[1]), month: Number(first[3]), day: Number(first[4]), rest: first[5] };
  const last = yearLast.exec(text);
  if (last) {
    const [one, two] = [Number(last[1]), Number(last[3])];
    const [day, month] = order === 'dayFirst' ? [one, two] : [two, one];
    return { year: fullYear(itemAt(last, 4)), month, day, rest: last[5] };
  }
  const joined = packed.exec(text);
  if (joined) return { year: Number(joined[1]), month: Number(joined[2]), day: Number(joined[3]), rest: undefined };
  const [, day, name, year, rest] = dayThenName.exec(text) ?? [];
  const [, otherName, otherDay, otherYear, otherRest] = nameThenDay.exec(text) ?? [];
  const month = monthOf(name ?? otherName ?? '-');
  if (month === null) return null;
  return { year: Number(year ?? otherYear), month, day: Number(day ?? otherDay), rest: rest ?? otherRest };
}

function isDay({ year, month, day }: FoundDate): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

function timeOfEpoch(text: string): ImportedTime {
  const date = new Date(text.length === 10 ? Number(text) * 1_000 : Number(text));
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    clock: { hour: date.getUTCHours(), minute: date.getUTCMinutes(), second: date.getUTCSeconds() },
    offsetMin: 0,
  };
}

/**
 * The date in a text of another journal, with its time of day if it has one (SPEC.md IMPORT-1); null for anything else.
 * @param order how a date of three numbers is read that ends with the year
 */
export function readImportedTime(given: string, order: DayOrder): ImportedTime | null {
  if (given.length > longest) return null;
  const text = plain(given);
  if (epoch.test(text)) return timeOfEpoch(text);
  const date = findDate(text, order);
  if (!date || !isDay(date)) return null;
  const { year, month, day, rest } = date;
  if (rest === undefined) return { year, month, day, clock: null, offsetMin: null };
  const clock = readClock(rest);
  return clock && { year, month, day, ...clock };
}

/**
 * In which order the dates of a column are written (SPEC.md IMPORT-1): null where it makes no difference, `ambiguous`
 * where they can be read in both ways, or only in a mixture of them.
 */
export function dayOrderOf(texts: Iterable<string>): DayOrder | 'ambiguous' | null {
  let numeric = false;
  const proven = new Set<DayOrder>();
  for (const given of texts) {
    const found = given.length > longest ? null : yearLast.exec(plain(given));
    if (!found) continue;
    const [one, two] = [Number(found[1]), Number(found[3])];
    if (one !== two) numeric = true;
    if (one > 12 && two <= 12) proven.add('dayFirst');
    if (two > 12 && one <= 12) proven.add('monthFirst');
  }
  const [only] = proven;
  if (only !== undefined && proven.size === 1) return only;
  return numeric ? 'ambiguous' : null;
}

/** A date without a time is filed under noon: that is the same day wherever the person travels by half a day. */
const noon = { hour: 12, minute: 0, second: 0 } as const;

/** The moment, milliseconds; without a zone, on the clock of this device (SPEC.md IMPORT-1). */
export function instantOf({ year, month, day, clock, offsetMin }: ImportedTime): number {
  const { hour, minute, second } = clock ?? noon;
  return offsetMin === null
    ? new Date(year, month - 1, day, hour, minute, second).getTime()
    : Date.UTC(year, month - 1, day, hour, minute, second) - offsetMin * 60_000;
}

/** How exact a moment is. */
export function exactnessOf({ clock }: ImportedTime): Exactness {
  return clock === null ? 'day' : 'exact';
}

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** A moment as a text, which does not depend on the clock of this device. */
export function keyOfTime({ year, month, day, clock, offsetMin }: ImportedTime): string {
  const date = `${year}-${twoDigits(month)}-${twoDigits(day)}`;
  const time = clock ? `T${[clock.hour, clock.minute, clock.second].map(twoDigits).join(':')}` : '';
  return `${date}${time}${offsetMin === null ? '' : `+${offsetMin}`}`;
}

/** Minutes that the clocks of a zone are ahead of UTC at a moment; null for a zone that is not known. */
export function zoneOffset(zone: string, at: number): number | null {
  try {
    const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
    const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    return name === 'GMT' ? 0 : offsetOf(name.replace('GMT', ''));
  } catch {
    return null;
  }
}

/** Day and time on a clock that is so many minutes ahead of UTC: `2026-04-03 20:30`. */
export function clockTime(at: number, offsetMin: number): string {
  return new Date(at + offsetMin * 60_000).toISOString().slice(0, 16).replace('T', ' ');
}

/** Why a moment cannot be filed; null for one that can. */
export function rejectedTime(at: number, now: number): 'early' | 'future' | null {
  if (!(at >= Date.parse(limits.createdAtMin))) return 'early';
  return at > now + limits.clockAheadMs ? 'future' : null;
}
