import { describe, expect, it } from 'vitest';
import { dayFromIso, isoDay } from '../local-day.ts';
import { presetOf, presetPeriod, presets, type Preset } from './period.ts';

const day = (iso: string) => dayFromIso(iso) ?? Number.NaN;
const whole = (from: string, to: string) => ({ from: day(from), to: day(to) });

describe('presets', () => {
  it.each<[string, string, Preset, string]>([
    ['2024-01-05', '2026-11-20', 'week', '2026-11-14'],
    ['2024-01-05', '2026-11-20', 'month', '2026-10-22'],
    ['2024-01-05', '2026-11-20', 'quarter', '2026-08-21'],
    ['2024-01-05', '2026-05-30', 'quarter', '2026-03-01'],
    ['2024-01-05', '2026-11-20', 'year', '2025-11-21'],
    ['2024-01-05', '2026-11-20', 'all', '2024-01-05'],
    ['2026-11-01', '2026-11-20', 'year', '2026-11-01'],
  ])('PERIOD-5: of %s to %s the %s begins on %s', (from, to, preset, begins) => {
    const period = presetPeriod(preset, whole(from, to));
    expect([isoDay(period.from), isoDay(period.to)]).toEqual([begins, to]);
  });

  it('PERIOD-5: a period is found to be its preset', () => {
    const all = whole('2024-01-05', '2026-11-20');
    for (const preset of presets) expect(presetOf(presetPeriod(preset, all), all)).toBe(preset);
    expect(presetOf(whole('2026-01-05', '2026-11-20'), all)).toBeNull();
    const short = whole('2026-11-18', '2026-11-20');
    expect(presetOf(short, short)).toBe('all');
  });
});
