/** The moment that a person chooses for a scan of another day (SPEC.md TIME-4). */
import { timeOn, type LocalDay } from '../local-day.ts';
import { namesOf } from '../thing.ts';
import type { Exactness } from './time.ts';

/** The time that stands for a choice, and how exact it is. */
const stored = {
  morning: { time: '09:00', moment: 'part' },
  noon: { time: '12:30', moment: 'part' },
  evening: { time: '20:00', moment: 'part' },
  night: { time: '23:30', moment: 'part' },
  unknown: { time: '12:00', moment: 'day' },
} as const satisfies Readonly<Record<string, { readonly time: string; readonly moment: Exactness }>>;

/** A choice that needs no hour. */
type NamedMoment = keyof typeof stored;

/** An hour and minute, `HH:MM`. */
type ClockTime = `${number}:${number}`;

/** What a person may choose. */
export type ChosenMoment = NamedMoment | ClockTime;

/** The choices that need no hour, in the order in which they are shown; an hour comes before the last. */
export const namedMoments = namesOf(stored);

const isNamed = (text: string): text is NamedMoment => Object.hasOwn(stored, text);
const isClockTime = (text: string): text is ClockTime => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);

/** The choice that a text names, of an address for example; null for any other text. */
export function chosenMomentOf(text: unknown): ChosenMoment | null {
  return typeof text === 'string' && (isNamed(text) || isClockTime(text)) ? text : null;
}

/** How exact a choice is. */
export function exactnessOf(chosen: ChosenMoment): Exactness {
  return isNamed(chosen) ? stored[chosen].moment : 'exact';
}

/** The time of a choice on a day, milliseconds. */
export function timeOfMoment(day: LocalDay, chosen: ChosenMoment): number {
  const [hours, minutes] = (isNamed(chosen) ? stored[chosen].time : chosen).split(':').map(Number);
  return timeOn(day, hours ?? 0, minutes ?? 0);
}
