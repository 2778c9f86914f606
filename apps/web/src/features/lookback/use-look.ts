import { axisIds } from '@nuances/domain/axes';
import { lookFigures, type LookScan } from '@nuances/domain/lookback/figures';
import { inTimeOrder, scansIn } from '@nuances/domain/statistics/scan-series';
import type { Period } from '@nuances/domain/statistics/period';
import { useMemo } from 'react';
import type { ShownScan } from '../../offline/scans.ts';

export type ShownLookScan = ShownScan & LookScan;

/** The scans of a week or month in time order, and what they show. */
export function useLook(scans: readonly ShownScan[], { from, to }: Period) {
  return useMemo(() => {
    const timed = scans.map((scan): ShownLookScan => ({
      ...scan,
      at: Date.parse(scan.createdAt),
      // Answers kept from an earlier scan moved nothing.
      given: axisIds.filter((_axis, index) => !scan.kept.includes(index)),
    }));
    const own = scansIn(inTimeOrder(timed), { from, to });
    return { own, figures: lookFigures(own) };
  }, [scans, from, to]);
}
