import { Line } from '@nivo/line';
import { axisIds, type AxisId } from '@nuances/domain/axes';
import { answerMax, answerMin } from '@nuances/domain/scan/scoring';
import { useChartTheme } from '@nuances/ui/chart-theme';
import { useWidth } from '@nuances/ui/use-width';
import { memo, useMemo, useState } from 'react';
import type { DatedScan } from '../../i18n/scan-time.ts';
import { useEscape } from '../../browser/use-escape.ts';
import { ChartContext } from './chart-context.ts';
import {
  CursorLayer,
  EndsLayer,
  InspectLayer,
  LinesLayer,
  PointerLayer,
  TimeLayer,
  type ChartSeries,
} from './chart-layers.tsx';
import { axisAt, shownTimes, type ChartPoints } from './chart-points.ts';
import { ScanTooltip } from './scan-tooltip.tsx';
import styles from './chart.module.css';

/** Answers with a grid line and a label. */
const levels = [1, 4, 7, 10];
const layers = [
  'grid',
  'markers',
  'axes',
  TimeLayer,
  InspectLayer,
  LinesLayer,
  EndsLayer,
  CursorLayer,
  PointerLayer,
] as const;
/** Custom property of the style sheet, which replaces it in forced-colors mode. */
const ruleColour = 'var(--rule)';
/** Middle of the scale of answers. */
const middle = 5.5;

/** Layout of the chart, px; the play slider has the same margins at its sides. */
export interface ChartFrame {
  readonly margin: { readonly left: number; readonly right: number };
  readonly height: number;
  /** Distance from the chart up to the slider; 0 when the slider is below. */
  readonly reach: number;
}
const marginTop = 10;
const marginBottom = 30;

interface Props {
  /** At least one, in time order. */
  readonly scans: readonly DatedScan[];
  readonly points: ChartPoints;
  /** Ids of the elements that name the chart. */
  readonly labelledBy: string;
  /** Index of the scan under the cursor. */
  readonly shown: number;
  readonly hidden: ReadonlySet<AxisId>;
  readonly highlighted: AxisId | null;
  readonly frame: ChartFrame;
  /** Whether the tooltip with the answers is open at the cursor. */
  readonly explained: boolean;
  readonly onChoose: (index: number) => void;
  /** Opens the page of a scan. */
  readonly onOpen: (id: string) => void;
}

/** Line chart of the seven axes over time. */
export function LinesChart({
  scans,
  points,
  labelledBy,
  shown,
  hidden,
  highlighted,
  frame,
  explained,
  onChoose,
  onOpen,
}: Props) {
  const { margin, height, reach } = frame;
  const [width, measured] = useWidth();
  const [met, setMet] = useState<{ readonly scan: DatedScan; readonly touched: boolean } | null>(null);
  const metAt = met ? scans.indexOf(met.scan) : -1;
  // A touched scan is inspected until another scan is shown.
  const looked = metAt === -1 || (met?.touched && metAt !== shown) ? null : metAt;
  const inside = Math.max(0, width - margin.left - margin.right);
  const state = useMemo(
    () => ({
      scans,
      points,
      shown,
      inspected: looked,
      hidden,
      highlighted,
      reach,
      onInspect: (index: number | null, touched: boolean) => {
        const scan = index === null ? undefined : scans[index];
        setMet(scan ? { scan, touched } : null);
      },
      onChoose,
      onOpen: (index: number) => {
        const scan = scans[index];
        if (scan) onOpen(scan.id);
      },
    }),
    [scans, points, shown, looked, hidden, highlighted, reach, onChoose, onOpen],
  );
  const inspected = looked ?? (explained ? shown : null);
  const [dismissed, setDismissed] = useState<number | null>(null);
  if (dismissed !== null && dismissed !== inspected) setDismissed(null);
  useEscape(inspected !== null, () => setDismissed(inspected));

  const scan = inspected === null || inspected === dismissed ? undefined : scans[inspected];
  const [first, last] = shownTimes(points);
  return (
    <div ref={measured} className={styles.chart}>
      {width > 0 ? (
        <ChartContext value={state}>
          {/* One image with a name; a screen reader would read the numbers inside without context. */}
          <div role="img" aria-labelledby={labelledBy}>
            <div aria-hidden="true">
              <Frame points={points} margin={margin} width={width} height={height} />
            </div>
          </div>
        </ChartContext>
      ) : null}
      {scan ? (
        <ScanTooltip
          scan={scan}
          hidden={hidden}
          x={margin.left + ((scan.at - first) / (last - first)) * inside}
          width={width}
        />
      ) : null}
    </div>
  );
}

interface FrameProps {
  readonly points: ChartPoints;
  readonly margin: ChartFrame['margin'];
  readonly width: number;
  readonly height: number;
}

/**
 * The part that nivo draws: scales, grid and labels. Memoized: renders for a new period or size, not for each shown
 * scan.
 */
const Frame = memo(function Frame({ points, margin, width, height }: FrameProps) {
  const theme = useChartTheme();
  const series = useMemo(() => seriesOf(points), [points]);
  const [min, max] = shownTimes(points);
  return (
    <Line<ChartSeries>
      data={series}
      width={width}
      height={height}
      margin={{ top: marginTop, bottom: marginBottom, ...margin }}
      xScale={{ type: 'linear', min, max, nice: false }}
      yScale={{ type: 'linear', min: answerMin, max: answerMax, nice: false }}
      curve="linear"
      gridYValues={levels.slice(1)}
      enableGridX={false}
      markers={[
        { axis: 'y', value: answerMin, lineStyle: { stroke: ruleColour, strokeWidth: 1 } },
        { axis: 'y', value: middle, lineStyle: { stroke: ruleColour, strokeWidth: 1.5, strokeDasharray: '2 6' } },
      ]}
      axisBottom={null}
      axisLeft={{ tickValues: levels, tickSize: 0, tickPadding: 10 }}
      // The design has no line at the axis of the answers.
      theme={{ ...theme, axis: { ...theme.axis, domain: { line: { strokeWidth: 0 } } } }}
      layers={layers}
      // With animation the lines would lag behind the handle of the period.
      animate={false}
      isInteractive={false}
      role="presentation"
    />
  );
});

function seriesOf({ runs }: ChartPoints): ChartSeries[] {
  return axisIds.map((id) => ({
    id,
    data: runs.flat().map((point) => ({ x: point.at, y: axisAt(point, id).mean })),
  }));
}
