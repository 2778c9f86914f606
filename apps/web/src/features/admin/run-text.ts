import { decimal } from '@nuances/i18n/numbers';
import { countText } from '@nuances/i18n/plural';
import { longDay, timeOfDay } from '@nuances/i18n/dates';
import type { RouterOutputs } from '../../api/router-types.ts';
import type { I18n } from '../../i18n/locale-store.ts';

export type AggregationRun = RouterOutputs['admin']['runs'][number];

/** Texts of a run: start, person or schedule that started it, duration, rows written, outcome. */
export function runTexts({ LL, locale }: I18n, run: AggregationRun, now: Date) {
  const { run: words } = LL.admin;
  const started = new Date(run.startedAt);
  return {
    started: { date: longDay(started, locale, now), time: timeOfDay(started, locale) },
    trigger: run.by ?? words[run.trigger](),
    duration: durationText({ LL, locale }, run.durationMs),
    rows: countText(words.rowCount, locale, run.rows),
    outcome: words[run.outcome](),
  };
}

/** A duration: « 0,4 s » below ten seconds, then whole seconds, then minutes and seconds. */
export function durationText({ LL, locale }: I18n, durationMs: number): string {
  const { run } = LL.admin;
  const whole = Math.round(durationMs / 1_000);
  if (whole >= 60) return run.minutes({ minutes: Math.floor(whole / 60), seconds: whole % 60 });
  const seconds = whole < 10 ? Math.round(durationMs / 100) / 10 : whole;
  return run.seconds({ seconds: decimal(seconds, locale, Number.isInteger(seconds) ? 0 : 1) });
}
