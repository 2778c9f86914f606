import { profileSchema } from '@nuances/domain/profile';
import { imageOf, scoreOf } from '@nuances/domain/scan/scoring';
import { expect, it } from 'vitest';
import { notesOf } from './notes.ts';
import { dayMs, lea, scansOf } from './personas.ts';

/** Evenings over three years: the demo may be created on any of them. */
const evenings = Array.from({ length: 12 }, (_, index) => new Date(Date.UTC(2026, 0, 9 + 89 * index, 21)));

it('has variation in the last weeks, on any date', () => {
  for (const now of evenings) {
    const scores = scansOf(lea.username, now)
      .filter(({ createdAt }) => now.getTime() - createdAt.getTime() < 30 * dayMs)
      .map(({ answers }) => scoreOf(answers));
    expect(scores.length, now.toISOString()).toBeGreaterThan(6);
    expect(new Set(scores.map(imageOf)).size, now.toISOString()).toBeGreaterThanOrEqual(3);
    expect(Math.max(...scores) - Math.min(...scores), now.toISOString()).toBeGreaterThan(25);
    expect(Math.max(...scores), now.toISOString()).toBeGreaterThan(20);
  }
});

it('has notes until yesterday, about one or two a week', () => {
  for (const now of evenings) {
    const ages = notesOf(scansOf(lea.username, now), now).map(
      ({ createdAt }) => (now.getTime() - createdAt.getTime()) / dayMs,
    );
    const recent = ages.filter((age) => age < 42);
    expect(
      ages.some((age) => age > 0 && age < 2),
      now.toISOString(),
    ).toBe(true);
    expect(recent.length, now.toISOString()).toBeGreaterThanOrEqual(4);
    expect(recent.length, now.toISOString()).toBeLessThanOrEqual(15);
  }
});

it('has a complete and valid profile', () => {
  expect(profileSchema.parse({ ...lea.profile, email: lea.email })).toEqual({ ...lea.profile, email: lea.email });
});
