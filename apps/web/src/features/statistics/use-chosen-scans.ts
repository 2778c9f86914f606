import type { AxisId } from '@nuances/domain/axes';
import { timings } from '@nuances/domain/timings';
import { dayOf } from '@nuances/domain/local-day';
import { lastTwelveMonths, wholePeriod, type Period } from '@nuances/domain/period';
import { axisMovedMost, meanSpans, singlePointsMax, unitOf } from '@nuances/domain/scan-means';
import { nearestScan, scansIn, type TimedScan } from '@nuances/domain/scan-series';
import { useCallback, useMemo, useState } from 'react';
import { timeSpan } from './time-span.ts';
import { useHistoryState } from './use-history-state.ts';
import { usePlay } from './use-play.ts';

const keptPeriods = new Map<string, Period | null>();
const keptScans = new Map<string, TimedScan | null>();
const keptHidden = new Map<string, ReadonlySet<AxisId>>();
const noAxes: ReadonlySet<AxisId> = new Set();

/**
 * What the person has chosen on this screen: period, shown scan, hidden axes, axis of the enlarged chart. Also
 * playback, which changes the shown scan.
 * @param scans at least one, in time order
 */
export function useChosenScans(scans: readonly TimedScan[]) {
  const [chosenPeriod, setPeriod] = useHistoryState<Period | null>(keptPeriods, null);
  const [chosen, setChosen] = useHistoryState<TimedScan | null>(keptScans, null);
  const [hidden, setHidden] = useHistoryState<ReadonlySet<AxisId>>(keptHidden, noAxes);
  const [chosenFront, setFront] = useState<AxisId | null | undefined>(undefined);

  const whole = wholePeriod(...timeSpan(scans));
  const { from, to } = chosenPeriod ?? lastTwelveMonths(whole);
  const period = useMemo(() => scansIn(scans, { from, to }), [scans, from, to]);
  const shown = shownIndex(period, chosen);
  const scan = period[shown];

  const choose = useCallback((index: number) => setChosen(period[index] ?? null), [period, setChosen]);
  const many = useSpans(period, { from, to }, shown);
  const chooseSpan = (index: number) => setChosen(many.spans[index]?.scans.at(-1) ?? null);
  const play = usePlay(
    many.isMany
      ? { index: many.shown, count: many.spans.length, stepMs: timings.statsPlaySpanMs, onIndex: chooseSpan }
      : { index: shown, count: period.length, stepMs: timings.statsPlayMs, onIndex: choose },
  );
  const span = many.spans[many.shown];
  const moved = useMemo(() => axisMovedMost(many.spans), [many.spans]);
  const wanted = chosenFront === undefined ? moved : chosenFront;
  const front = wanted !== null && hidden.has(wanted) ? null : wanted;
  const onToggle = (axis: AxisId) =>
    setHidden(new Set(hidden.has(axis) ? [...hidden].filter((one) => one !== axis) : [...hidden, axis]));
  return {
    ...{ whole, from, to, setPeriod, period },
    ...{ shown, scan, choose, choosePlace: (at: number) => choose(nearestScan(period, at)) },
    ...{ many, span, chooseSpan, front, setFront, play, hidden, onToggle },
  };
}

/** The weeks or months of a period with many scans (none with fewer), and the index of the one with the shown scan. */
function useSpans(period: readonly TimedScan[], { from, to }: Period, shown: number) {
  const isMany = period.length > singlePointsMax;
  const unit = unitOf({ from, to });
  const spans = useMemo(() => (isMany ? meanSpans(period, unit) : []), [isMany, period, unit]);
  const scan = period[shown];
  const day = scan && dayOf(scan.at);
  return { isMany, unit, spans, shown: day === undefined ? -1 : spans.findIndex((span) => span.to >= day) };
}

/**
 * Index of the chosen scan, or of the scan nearest to it if the period does not contain it; the last scan before a
 * choice.
 */
function shownIndex(period: readonly TimedScan[], chosen: TimedScan | null): number {
  if (!chosen) return period.length - 1;
  const index = period.findIndex(({ id }) => id === chosen.id);
  return index === -1 ? nearestScan(period, chosen.at) : index;
}
