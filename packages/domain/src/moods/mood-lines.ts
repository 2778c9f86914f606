/** Lines of moods over time (SPEC.md MOOD-3). They are never part of the seven. */
import type { LocalDay } from '../local-day.ts';
import type { Period } from '../statistics/period.ts';
import { spanOf, unitOf, type MeanUnit } from '../statistics/scan-means.ts';
import type { MoodContent, MoodEntry } from './fields.ts';
import { lineKey, type MoodLine } from './new-moods.ts';

const dayMs = 86_400_000;
/** Up to so many days between the first and the last mood, each day has its own point. */
const singleDaysMax = 62;

/** A line with all its moods, in time order. */
export interface WholeMoodLine extends MoodLine {
  /** Names it among the lines of the account. */
  readonly key: string;
  readonly entries: readonly MoodEntry[];
  readonly parts: readonly string[];
  /** Whether some of it came readable to a vault. */
  readonly arrivedClear: boolean;
}

/** The lines of some parts, those with the latest mood first. */
export function wholeLines(
  parts: readonly (MoodContent & { readonly _id: string; readonly arrivedClear?: boolean })[],
): WholeMoodLine[] {
  const lines = new Map<string, { line: MoodLine; entries: MoodEntry[]; parts: string[]; arrivedClear: boolean }>();
  for (const { _id, source, name, scale, entries, arrivedClear = false } of parts) {
    const line = { source, name, scale };
    const known = lines.get(lineKey(line)) ?? { line, entries: [], parts: [], arrivedClear: false };
    known.entries.push(...entries);
    known.parts.push(_id);
    known.arrivedClear ||= arrivedClear;
    lines.set(lineKey(line), known);
  }
  const timed = Array.from(lines, ([key, { line, entries, parts: ids, arrivedClear }]) => ({
    ...line,
    key,
    arrivedClear,
    entries: entries.sort((one, other) => Date.parse(one.at) - Date.parse(other.at)),
    parts: ids,
  }));
  const lastOf = ({ entries }: WholeMoodLine) => Date.parse(entries.at(-1)?.at ?? '');
  return timed.sort((one, other) => lastOf(other) - lastOf(one));
}

/** The day of a mood on the clock that its journal knew. */
export function dayOfMood({ at, offset }: Pick<MoodEntry, 'at' | 'offset'>): LocalDay {
  return Math.floor((Date.parse(at) + offset * 60_000) / dayMs);
}

/** What a line was on a day, or in a week or month, that has a mood. */
export interface MoodSpan extends Period {
  readonly count: number;
  readonly mean: number;
  readonly lowest: number;
  readonly highest: number;
}

/** A line by days, weeks or months. */
export interface MoodCourse {
  readonly unit: 'day' | MeanUnit;
  /** In time order; days, weeks and months without a mood are left out. */
  readonly spans: readonly MoodSpan[];
}

/** The course of the moods of a line, of which there is at least one (SPEC.md MOOD-3). */
export function moodCourse(entries: readonly MoodEntry[]): MoodCourse {
  const days = entries.map(dayOfMood);
  const whole: Period = { from: days.reduce((a, b) => Math.min(a, b)), to: days.reduce((a, b) => Math.max(a, b)) };
  const unit = whole.to - whole.from < singleDaysMax ? 'day' : unitOf(whole);
  const spans = new Map<LocalDay, Period & { readonly values: number[] }>();
  entries.forEach(({ value }, index) => {
    const day = days[index] ?? whole.from;
    const span = unit === 'day' ? { from: day, to: day } : spanOf(day, unit);
    const known = spans.get(span.from) ?? { ...span, values: [] };
    known.values.push(value);
    spans.set(span.from, known);
  });
  return {
    unit,
    spans: [...spans.values()]
      .sort((one, other) => one.from - other.from)
      .map(({ from, to, values }) => ({
        from,
        to,
        count: values.length,
        mean: values.reduce((sum, value) => sum + value, 0) / values.length,
        lowest: Math.min(...values),
        highest: Math.max(...values),
      })),
  };
}
