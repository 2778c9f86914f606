import type { AxisId } from '@nuances/domain/axes';
import { lastTwelveMonths, wholePeriod, type Period } from '@nuances/domain/statistics/period';
import { singlePointsMax, unitOf } from '@nuances/domain/statistics/scan-means';
import { nearestScan, scansIn } from '@nuances/domain/statistics/scan-series';
import { useCallback, useMemo, useEffect, useState } from 'react';
import { onLock } from '../../keys/lock-listeners.ts';
import type { DatedScan } from '../../i18n/scan-time.ts';
import { timeSpan } from './time-span.ts';
import { usePlay } from './use-play.ts';
import { useHistoryEntry } from '../../browser/use-history-entry.ts';

/** Scans as a bloom, or as lines over time. */
export type View = 'pie' | 'line';

const keptPeriods = new Map<string, Period | null>();
const keptScans = new Map<string, DatedScan | null>();
const keptHidden = new Map<string, ReadonlySet<AxisId>>();
const noAxes: ReadonlySet<AxisId> = new Set();

onLock({ drop: () => keptScans.clear() });

/**
 * What the person has chosen on this screen: period, shown scan, hidden lines. Also playback, which changes the shown
 * scan.
 * @param scans at least one, in time order
 */
export function useChosenScans(scans: readonly DatedScan[]) {
  const [chosenPeriod, setPeriod] = useHistoryState<Period | null>(keptPeriods, null);
  const [chosen, setChosen] = useHistoryState<DatedScan | null>(keptScans, null);
  const [hidden, setHidden] = useHistoryState<ReadonlySet<AxisId>>(keptHidden, noAxes);

  const whole = useMemo(() => wholePeriod(...timeSpan(scans)), [scans]);
  const range = useMemo(() => chosenPeriod ?? lastTwelveMonths(whole), [chosenPeriod, whole]);
  const period = useMemo(() => scansIn(scans, range), [scans, range]);
  const unit = period.length > singlePointsMax ? unitOf(range) : null;
  const shown = useMemo(() => shownIndex(period, chosen), [period, chosen]);
  const choose = useCallback((index: number) => setChosen(period[index] ?? null), [period, setChosen]);
  const chooseTime = useCallback((at: number) => choose(nearestScan(period, at)), [period, choose]);
  const play = usePlay(period, shown, choose);
  // The same object while nothing changes, for what renders it later.
  return useMemo(
    () => ({
      whole,
      range,
      setPeriod,
      period,
      unit,
      shown,
      scan: period[shown],
      choose,
      chooseTime,
      play,
      hidden,
      onToggle: (axis: AxisId) =>
        setHidden(new Set(hidden.has(axis) ? [...hidden].filter((one) => one !== axis) : [...hidden, axis])),
    }),
    [whole, range, setPeriod, period, unit, shown, choose, chooseTime, play, hidden, setHidden],
  );
}

/**
 * Index of the chosen scan, or of the scan nearest to it if the period does not contain it; the last scan before a
 * choice.
 */
function shownIndex(period: readonly DatedScan[], chosen: DatedScan | null): number {
  if (!chosen) return period.length - 1;
  const index = period.findIndex(({ id }) => id === chosen.id);
  return index === -1 ? nearestScan(period, chosen.at) : index;
}

/**
 * A state that survives leaving the screen: it is restored when the person returns to the same entry of the browser's
 * history, for example from a scan.
 * @param kept the states by key of the history entry; lost when the page is reloaded
 */
function useHistoryState<T>(kept: Map<string, T>, initial: T): [T, (next: T) => void] {
  const entry = useHistoryEntry();
  const [value, setValue] = useState<T>(() => kept.get(entry) ?? initial);
  // Stored at once: by the next render, a navigation may have made another entry the current one.
  const keep = useCallback(
    (next: T) => {
      kept.set(entry, next);
      setValue(() => next);
    },
    [kept, entry],
  );
  // An entry that was added without leaving the screen begins with what is shown.
  useEffect(() => {
    if (!kept.has(entry)) kept.set(entry, value);
  }, [kept, entry, value]);
  return [value, keep];
}
