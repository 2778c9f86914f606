import type { AxisId } from '@nuances/domain/axes';
import { createContext, useContext } from 'react';
import type { DatedScan } from '../../i18n/scan-time.ts';
import type { ChartPoints } from './chart-points.ts';

/** State that the layers of the chart draw. It is a context, so that a change does not render nivo's chart again. */
export interface ChartState {
  /** Scans of the period, in time order. */
  readonly scans: readonly DatedScan[];
  readonly points: ChartPoints;
  /** Index of the scan at the cursor. */
  readonly shown: number;
  /** Index of the scan under the mouse, or of the last touched scan; null when there is none. */
  readonly inspected: number | null;
  readonly hidden: ReadonlySet<AxisId>;
  /** The highlighted line, while the others fade; null when none is. */
  readonly highlighted: AxisId | null;
  /** How far the cursor reaches above the chart, up to the slider, px. */
  readonly reach: number;
  /**
   * Called with a scan under the mouse and with null when the mouse leaves, or with a touched scan (`touched`). A
   * touched scan stays inspected when the finger leaves.
   */
  readonly onInspect: (index: number | null, touched: boolean) => void;
  readonly onChoose: (index: number) => void;
  /** Opens the page of a scan, of which a point was pressed. */
  readonly onOpen: (index: number) => void;
}

export const ChartContext = createContext<ChartState | null>(null);

/**
 * The state of the chart that this layer belongs to.
 * @throws Error outside of a chart
 */
export function useChart(): ChartState {
  const state = useContext(ChartContext);
  if (!state) throw new Error('a chart layer must be inside of a chart');
  return state;
}
