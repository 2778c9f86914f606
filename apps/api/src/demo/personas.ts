import { axisCount, axisIds } from '@nuances/domain/axes';
import type { Locale } from '@nuances/domain/locales';
import type { profileSchema } from '@nuances/domain/profile/fields';
import { answerMax, answerMin, type Answers } from '@nuances/domain/scan/scoring';
import type * as z from 'zod/mini';
import { createHash } from 'node:crypto';
import { deterministicUuid } from '../notes/deterministic-uuid.ts';

export interface Persona {
  readonly username: string;
  /** On a reserved domain, so that no mail can be delivered. */
  readonly email: string;
  readonly password: string;
  readonly locale: Locale;
  /** Null for an empty profile. */
  readonly profile: Omit<z.input<typeof profileSchema>, 'email'> | null;
}

export const lea: Persona = {
  username: 'lea',
  email: 'lea@example.org',
  password: 'Lavande7!',
  locale: 'fr',
  profile: {
    firstName: 'Léa',
    lastName: 'Moreau',
    dateOfBirth: '1988-05-14',
    countryOfResidency: 'France',
    gender: 'female',
    passion: 'Le chant choral et les longues marches avec Milo.',
    mission: 'Mettre un livre entre les mains de chaque enfant du quartier.',
    vocation: 'Raconter, écouter, transmettre.',
    profession: 'Bibliothécaire',
    birthPlace: 'Nantes',
    birthTime: '07:20',
  },
};

/** An administrator. */
export const sol: Persona = {
  username: 'sol',
  email: 'sol@example.org',
  password: 'Tournesol7!',
  locale: 'en',
  profile: null,
};

export interface DemoScan {
  readonly id: string;
  readonly answers: Answers;
  readonly durationS: number;
  readonly createdAt: Date;
  readonly tags: readonly string[];
}

export const dayMs = 86_400_000;
const days = 2 * 365;
/** The last weeks are seen first, so they have no seasonal dip and no gaps. */
const recentDays = 42;

/** A deterministic pseudo-random number from 0 to 1 for a person, day and purpose. */
export function hashedRandom(...of: (string | number)[]): number {
  return createHash('sha256').update(of.join('/')).digest().readUInt32BE(0) / 2 ** 32;
}

/** A scan's id is derived from person and day, so that a second run adds no duplicates. */
function idOf(username: string, day: number): string {
  return deterministicUuid(`nuances-demo/${username}/${day}`);
}

/** Smooth value noise, -1 to 1: interpolates between one random value per `intervalDays`. */
function drift(name: string, day: number, intervalDays: number): number {
  const at = day / intervalDays;
  const from = Math.floor(at);
  const t = at - from;
  const eased = t * t * (3 - 2 * t);
  const height = (index: number) => 2 * hashedRandom(name, intervalDays, index) - 1;
  return height(from) * (1 - eased) + height(from + 1) * eased;
}

/** Words of the person, how often each comes, and what goes with it: points on an axis. */
const words = [
  { tag: 'marche', share: 0.24, axis: axisIds.indexOf('yellow'), points: 1.6 },
  { tag: 'mal dormi', share: 0.14, axis: axisIds.indexOf('red'), points: -2 },
  { tag: 'travail', share: 0.3, axis: 0, points: 0 },
  { tag: 'chorale', share: 0.03, axis: 0, points: 0 },
] as const;

/** In the first months there were no words yet. */
const firstWordAge = 400;

function wordsOfDay(username: string, day: number, age: number): readonly (typeof words)[number][] {
  return age > firstWordAge ? [] : words.filter(({ tag, share }) => hashedRandom(username, tag, day) < share);
}

/**
 * Seven answers of a day: seasons and weeks move slowly and together, a day only a little.
 * @param age of the day, in days
 */
function answersOf(username: string, day: number, age: number): Answers {
  const weight = Math.min(1, age / (2 * recentDays));
  const season = weight * drift(`${username}/season`, day, 120);
  const month = weight * drift(`${username}/month`, day, 30);
  // Every other week is better; by how much and on which days is random.
  const fortnight = (1 - weight) * (1.6 * Math.cos((Math.PI * age) / 7) + drift(`${username}/week`, day, 5));
  const tagged = wordsOfDay(username, day, age);
  return Array.from({ length: axisCount }, (_, axis) => {
    const own = drift(`${username}/axis${axis}`, day, 45);
    const mood = 2 * hashedRandom(username, 'mood', axis, day) - 1;
    const word = tagged.reduce((sum, one) => sum + (one.axis === axis ? one.points : 0), 0);
    const value = 5.9 + 1.5 * season + 1.1 * month + 1.3 * fortnight + 1.9 * own + 0.9 * mood + word;
    return Math.min(answerMax, Math.max(answerMin, Math.round(value)));
  });
}

/** Some weeks have no scans, the others two to five, more on Sundays. Yesterday always has one. */
function scansOnDay(username: string, day: number, age: number): boolean {
  if (age === 1) return true;
  const week = Math.floor((day + 3) / 7); // epoch days begin on a Thursday
  if (age > recentDays && hashedRandom(username, 'away', Math.floor(week / 2)) < 0.12) return false;
  const eagerness = 0.3 + 0.35 * hashedRandom(username, 'eager', Math.floor(week / 6));
  const isSunday = (day + 4) % 7 === 0;
  return hashedRandom(username, 'scan', day) < eagerness + (isSunday ? 0.2 : 0);
}

/** Two years of scans until now, oldest first; the same day gives the same ones at every run. */
export function scansOf(username: string, now: Date): DemoScan[] {
  const today = Math.floor(now.getTime() / dayMs);
  return Array.from({ length: days }, (_, index) => today - days + 1 + index)
    .filter((day) => scansOnDay(username, day, today - day))
    .map((day) => {
      const isMorning = hashedRandom(username, 'morning', day) < 0.3;
      const hour = (isMorning ? 6.5 : 19) + 3 * hashedRandom(username, 'hour', day);
      return {
        id: idOf(username, day),
        answers: answersOf(username, day, today - day),
        durationS: Math.round(45 + 150 * hashedRandom(username, 'duration', day) ** 2),
        createdAt: new Date(day * dayMs + Math.round(hour * 3_600_000)),
        tags: wordsOfDay(username, day, today - day).map(({ tag }) => tag),
      };
    })
    .filter(({ createdAt }) => createdAt <= now);
}
