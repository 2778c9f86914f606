import { Line, type LineCustomSvgLayerProps } from '@nivo/line';
import { useChartTokens } from '@nuances/ui/chart-theme';
import { metricOf, useChart } from './chart-context.ts';
import { axesKey } from './chart-frame.ts';
import { paleOpacity } from './partial-week.tsx';
import { dashOf, isBar, stroke } from './series-style.ts';
import { SeriesNames } from './series-names.tsx';
import { useChartProps } from './use-chart-props.ts';

interface Series {
  readonly id: string;
  /** `x`: first day of the row. */
  readonly data: readonly { readonly x: string; readonly y: number | null }[];
}

type LayerProps = LineCustomSvgLayerProps<Series>;

/**
 * Lines over weeks or months; a single line has an area below it. The previous period is grey, a row that is not over
 * paler.
 */
export function LineChart() {
  const shared = useChartProps();
  const chart = useChart();
  const { plan, weeks, before, frame } = chart;
  const data = plan.metrics.map(({ id }) => ({
    id,
    data: [...before, ...weeks].map((week) => ({ x: week.weekStart, y: week[id] })),
  }));
  return (
    <Line<Series>
      key={axesKey(frame)}
      {...shared}
      data={data}
      xScale={{ type: 'point' }}
      yScale={{ type: 'linear', min: 0, max: frame.top }}
      curve="linear"
      enableGridX={false}
      layers={['grid', Areas, 'axes', Border, Lines, Points, Names]}
    />
  );
}

/** Half of the line that a single week is drawn as, px: one point alone would not show the style of its line. */
const aloneWidth = 28;

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Points of a line: of the previous period, of the complete rows, and of the row that is not over. */
function useCourses() {
  const { weeks, before } = useChart();
  return (data: LayerProps['series'][number]['data']) => {
    const points = data.map(({ position }) => position);
    const end = points.length - (weeks.at(-1)?.isPartial ? 1 : 0);
    // The grey line continues to the first point of the period, so that there is no gap.
    const earlier = before.length > 0 ? points.slice(0, before.length + 1) : [];
    return { earlier, whole: widened(points.slice(before.length, end), points.length), pale: points.slice(end - 1) };
  };
}

function widened(points: readonly Point[], of: number): readonly Point[] {
  const [only] = points;
  return only && of === 1 ? [-aloneWidth, aloneWidth].map((offset) => ({ x: only.x + offset, y: only.y })) : points;
}

function Areas({ series, areaGenerator }: LayerProps) {
  const { hues } = useChartTokens();
  const chart = useChart();
  const courses = useCourses();
  if (chart.plan.kind !== 'area') return null;
  return series.map(({ id, data }) => (
    <path key={id} d={areaGenerator([...courses(data).whole]) ?? undefined} fill={hues[metricOf(chart, id).hue].tint} />
  ));
}

function Lines({ series, lineGenerator }: LayerProps) {
  const { hues, control } = useChartTokens();
  const chart = useChart();
  const courses = useCourses();
  const rows = chart.weeks.length + chart.before.length;
  return series.map(({ id, data }) => {
    const { hue, style } = metricOf(chart, id);
    if (isBar(style)) return null;
    const { earlier, whole, pale } = courses(data);
    const pen = {
      fill: 'none',
      stroke: hues[hue].line,
      strokeWidth: chart.frame.roomy ? stroke[style].width : stroke[style].dense,
      strokeLinecap: 'round',
    } as const;
    return (
      <g key={id}>
        {earlier.length > 1 ? (
          <path d={lineGenerator([...earlier]) ?? undefined} fill="none" stroke={control} strokeWidth={1.5} />
        ) : null}
        {pale.length > 1 ? (
          <path {...pen} d={lineGenerator([...pale]) ?? undefined} strokeOpacity={paleOpacity} />
        ) : null}
        {whole.length > 1 ? (
          <path
            {...pen}
            d={lineGenerator([...whole]) ?? undefined}
            strokeDasharray={dashOf(style, series.length, rows)}
          />
        ) : null}
      </g>
    );
  });
}

/** Above this many rows, only isolated rows have a point. */
const mostPoints = 26;

/**
 * Points: for each row if there is space, for every isolated row, because a line needs two, and for a row that is not
 * over.
 */
function Points({ series }: LayerProps) {
  const { hues, page } = useChartTokens();
  const chart = useChart();
  const { weeks, before, frame, plan } = chart;
  const each = frame.roomy && plan.kind === 'area' && weeks.length + before.length <= mostPoints;
  return series.map(({ id, data }) => (
    <g key={id} fill={page} stroke={hues[metricOf(chart, id).hue].line} strokeWidth={2}>
      {data
        .filter(
          ({ data: { y } }, index) =>
            y !== null &&
            index >= before.length &&
            (each ||
              ((data[index - 1]?.data.y ?? null) === null && (data[index + 1]?.data.y ?? null) === null) ||
              (index === data.length - 1 && weeks.at(-1)?.isPartial === true)),
        )
        .map(({ data: { x }, position }) => (
          <circle key={x} cx={position.x} cy={position.y} r={3.5} />
        ))}
    </g>
  ));
}

/** Vertical line at the start of the period. */
function Border({ innerHeight, xScale }: LayerProps) {
  const { control } = useChartTokens();
  const { weeks, before } = useChart();
  const [first] = weeks;
  if (!first || before.length === 0) return null;
  const x = xScale(first.weekStart);
  return <path d={`M${x} 0V${innerHeight}`} stroke={control} strokeWidth={1} strokeDasharray="1.5 3.5" />;
}

function Names({ series, innerHeight }: LayerProps) {
  const { plan } = useChart();
  if (!plan.names) return null;
  const ends = series.flatMap(({ id, data }) => {
    const last = data.findLast(({ data: { y } }) => y !== null);
    return last ? [{ id, x: last.position.x, y: last.position.y }] : [];
  });
  return <SeriesNames ends={ends} height={innerHeight} />;
}
