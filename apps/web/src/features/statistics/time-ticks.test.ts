import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { timeTicks } from './time-ticks.ts';

beforeEach(() => void vi.stubEnv('TZ', 'Europe/Paris'));
afterEach(() => void vi.unstubAllEnvs());

const axis = (first: string, last: string, hasHours = true) => ({
  ...{ first: Date.parse(first), last: Date.parse(last) },
  hasHours,
});
const now = new Date('2026-11-21T12:00:00Z');
const texts = (first: string, last: string, width = 646, hasHours = true) =>
  timeTicks(axis(first, last, hasHours), width, 'fr', now).map(({ text }) => text);

describe('texts below the chart', () => {
  it('name days from the first to the last', () => {
    expect(texts('2026-10-01T08:00:00Z', '2026-11-20T20:14:00Z')).toEqual([
      '1er oct.',
      '11 oct.',
      '21 oct.',
      '31 oct.',
      '10 nov.',
      '20 nov.',
    ]);
  });

  it('stand at the first moment of their day, also after the clock has changed', () => {
    const [, second, , , fifth] = timeTicks(axis('2026-10-01T08:00:00Z', '2026-11-20T20:14:00Z'), 646, 'fr');
    expect(new Date(second?.at ?? 0).toISOString()).toBe('2026-10-10T22:00:00.000Z');
    expect(new Date(fifth?.at ?? 0).toISOString()).toBe('2026-11-09T23:00:00.000Z');
  });

  it('are days across the turn of a year too, with the year that is not the current one', () => {
    expect(texts('2025-12-20T08:00:00Z', '2026-01-20T20:14:00Z', 200)).toEqual(['20.12.25', '20 janv.']);
    expect(texts('2025-10-01T08:00:00Z', '2025-11-20T20:14:00Z', 300)).toEqual(['01.10.25', '26.10.25', '20.11.25']);
  });

  it('are months in a long period, January with its year', () => {
    expect(texts('2024-11-21T08:00:00Z', '2026-11-20T20:14:00Z', 250)).toEqual([
      'janv. 25',
      'juil.',
      'janv. 26',
      'juil.',
    ]);
    expect(texts('2024-11-21T08:00:00Z', '2026-11-20T20:14:00Z', 570)).toHaveLength(8);
    expect(texts('2026-05-10T08:00:00Z', '2026-11-20T20:14:00Z', 250)).toEqual(['juil.', 'sept.', 'nov.']);
    expect(texts('2025-05-10T08:00:00Z', '2025-11-20T20:14:00Z', 250)).toEqual(['juil. 25', 'sept.', 'nov.']);
  });

  it('stay days where there is room for no two months', () => {
    expect(texts('2026-05-10T08:00:00Z', '2026-11-20T20:14:00Z', 60)).toEqual(['10 mai', '20 nov.']);
  });

  it('tell hours within two days', () => {
    expect(texts('2026-11-20T06:00:00Z', '2026-11-20T20:00:00Z', 300)).toEqual([
      '07\u202Fh\u202F00',
      '14\u202Fh\u202F00',
      '21\u202Fh\u202F00',
    ]);
  });

  it('tell days where an hour was not given', () => {
    expect(texts('2026-11-19T11:00:00Z', '2026-11-20T20:00:00Z', 646, false)).toEqual(['19 nov.', '20 nov.']);
    expect(texts('2026-11-20T11:00:00Z', '2026-11-20T19:00:00Z', 646, false)).toEqual(['20 nov.']);
  });

  it('never name a day twice', () => {
    expect(texts('2026-11-18T06:00:00Z', '2026-11-20T20:00:00Z')).toEqual(['18 nov.', '19 nov.', '20 nov.']);
  });

  it('never name a minute twice, but the same time of two days', () => {
    const seconds = timeTicks(axis('2026-11-20T17:38:05Z', '2026-11-20T17:38:11Z'), 646, 'en');
    expect(seconds).toEqual([{ at: Date.parse('2026-11-20T17:38:08Z'), text: '18:38', month: false }]);
    expect(texts('2026-11-19T17:38:00Z', '2026-11-20T17:38:00Z', 80)).toHaveLength(2);
    expect(texts('2026-11-20T17:38:05Z', '2026-11-20T17:40:11Z')).toEqual([
      '18\u202Fh\u202F38',
      '18\u202Fh\u202F39',
      '18\u202Fh\u202F40',
    ]);
  });

  it('are one for one moment', () => {
    expect(texts('2026-11-20T06:00:00Z', '2026-11-20T06:00:00Z')).toEqual(['20.11.26']);
  });

  it('are two where there is room for no more', () => {
    expect(texts('2026-10-01T08:00:00Z', '2026-11-20T20:14:00Z', 80)).toEqual(['1er oct.', '20 nov.']);
  });
});
