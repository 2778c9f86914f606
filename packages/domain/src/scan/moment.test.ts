import { afterEach, describe, expect, it, vi } from 'vitest';
import { dayFromIso } from '../local-day.ts';
import { chosenMomentOf, exactnessOf, timeOfMoment } from './moment.ts';

afterEach(() => void vi.unstubAllEnvs());

function storedFor(zone: string, text: string, day: string) {
  vi.stubEnv('TZ', zone);
  const chosen = chosenMomentOf(text) ?? expect.fail(text);
  const at = timeOfMoment(dayFromIso(day) ?? expect.fail(day), chosen);
  return [new Date(at).toISOString(), exactnessOf(chosen)];
}

describe('the moment of another day', () => {
  it.each([
    ['morning', '2026-11-18T08:00:00.000Z', 'part'],
    ['noon', '2026-11-18T11:30:00.000Z', 'part'],
    ['evening', '2026-11-18T19:00:00.000Z', 'part'],
    ['night', '2026-11-18T22:30:00.000Z', 'part'],
    ['unknown', '2026-11-18T11:00:00.000Z', 'day'],
    ['07:05', '2026-11-18T06:05:00.000Z', 'exact'],
    ['00:00', '2026-11-17T23:00:00.000Z', 'exact'],
  ])('TIME-4: in Paris, %s is %s and %s', (text, at, moment) => {
    expect(storedFor('Europe/Paris', text, '2026-11-18')).toEqual([at, moment]);
  });

  it.each([
    ['Europe/Paris', '02:30', '2026-03-29', '2026-03-29T01:30:00.000Z'],
    ['Europe/Paris', 'morning', '2026-03-29', '2026-03-29T07:00:00.000Z'],
    ['Europe/Paris', '02:30', '2026-10-25', '2026-10-25T00:30:00.000Z'],
    ['Europe/Paris', 'night', '2026-10-25', '2026-10-25T22:30:00.000Z'],
    ['America/Sao_Paulo', '00:30', '2018-11-04', '2018-11-04T03:30:00.000Z'],
  ])('TIME-4: in %s, %s of %s, when the clock changes, is %s', (zone, text, day, at) => {
    expect(storedFor(zone, text, day)[0]).toBe(at);
  });

  it.each([undefined, null, '', 'Morning', 'toString', '24:00', '7:05', '07:60', '07:05:00'])(
    'TIME-4: %j is no choice',
    (text) => {
      expect(chosenMomentOf(text)).toBeNull();
    },
  );
});
