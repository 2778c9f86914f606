import type { AxisId } from '@nuances/domain/axes';
import type { TimedScan } from '@nuances/domain/scan-series';
import { createContext, useContext } from 'react';

/** What the layers of the chart draw; the chart itself is not rendered again when a part of it changes. */
export interface ChartState {
  /** Scans of the period, in time order. */
  readonly scans: readonly TimedScan[];
  /** Index of the scan that the cursor stands on. */
  readonly shown: number;
  /** Index of the scan that is looked at besides; null when there is none. */
  readonly inspected: number | null;
  /** Which scans each line is drawn through, by index, in data order. */
  readonly drawn: readonly (readonly number[])[];
  readonly hidden: ReadonlySet<AxisId>;
  /** The line that stands out while the others fade. */
  readonly highlighted: AxisId | null;
  /** Px that the cursor reaches beyond the top of the lines, to the slider that carries it. */
  readonly reach: number;
  /** A mouse is over a scan, null when it leaves; or a finger has touched one, which stays looked at when it leaves. */
  readonly onInspect: (index: number | null, touched: boolean) => void;
  readonly onChoose: (index: number) => void;
}

export const ChartContext = createContext<ChartState | null>(null);

/** Inside of a chart only. */
export function useChart(): ChartState {
  const state = useContext(ChartContext);
  if (!state) throw new Error('a layer of the chart stands outside of a chart');
  return state;
}
