import { Line, type LineCustomSvgLayerProps, type SliceTooltipProps } from '@nivo/line';
import { useChartTheme, useChartTokens } from '@nuances/ui/chart-theme';
import { useI18n } from '../../i18n/locale-store.ts';
import { metricOf, useChart } from './chart-context.ts';
import { axesKey, axisFontSize } from './chart-frame.ts';
import { axisText } from './figures.ts';
import { PartialWeek } from './partial-week.tsx';
import { isBar, stroke } from './series-style.ts';
import { WeekLabel } from './week-label.tsx';
import { WeekTooltip } from './week-tooltip.tsx';

interface Series {
  readonly id: string;
  /** `x` is the Monday. */
  readonly data: readonly { readonly x: string; readonly y: number | null }[];
}

type LayerProps = LineCustomSvgLayerProps<Series>;

/** Lines week by week, the only one of a chart above an area. */
export function LineChart() {
  const { locale } = useI18n();
  const theme = useChartTheme(axisFontSize);
  const chart = useChart();
  const { plan, weeks, frame } = chart;
  const data = plan.metrics.map(({ id }) => ({
    id,
    data: weeks.map((week) => ({ x: week.weekStart, y: week[id] })),
  }));
  return (
    <Line<Series>
      key={axesKey(frame)}
      role="presentation"
      width={frame.width}
      height={plan.height}
      margin={frame.margin}
      theme={theme}
      animate={false}
      data={data}
      xScale={{ type: 'point' }}
      yScale={{ type: 'linear', min: 0, max: frame.top }}
      curve="monotoneX"
      enableGridX={false}
      gridYValues={frame.values}
      axisLeft={{
        tickSize: 0,
        tickPadding: 8,
        tickValues: frame.values,
        format: (value: number) => axisText(value, locale),
        style: { domain: { line: { stroke: 'none' } } },
      }}
      axisBottom={{ tickSize: 0, tickPadding: 8, tickValues: frame.labels, renderTick: WeekLabel }}
      enableSlices="x"
      sliceTooltip={SliceTooltip}
      enableTouchCrosshair
      crosshairType="x"
      layers={['grid', Areas, 'axes', Partial, Lines, Points, 'crosshair', 'slices']}
    />
  );
}

function SliceTooltip({ slice }: SliceTooltipProps<Series>) {
  const weekStart = slice.points[0]?.data.x;
  return weekStart === undefined ? null : <WeekTooltip weekStart={weekStart} />;
}

/** Half of the width that a single week takes, px: one point alone would be no line, and no style of a line. */
const aloneWidth = 28;

/** What a line runs through. */
function coursePoints(data: LayerProps['series'][number]['data']): { x: number; y: number }[] {
  const points = data.map(({ position }) => position);
  const [only] = points;
  return only && points.length === 1
    ? [-aloneWidth, aloneWidth].map((offset) => ({ x: only.x + offset, y: only.y }))
    : points;
}

function Areas({ series, areaGenerator }: LayerProps) {
  const { hues } = useChartTokens();
  const chart = useChart();
  if (chart.plan.kind !== 'area') return null;
  return series.map(({ id, data }) => (
    <path key={id} d={areaGenerator(coursePoints(data)) ?? ''} fill={hues[metricOf(chart, id).hue].tint} />
  ));
}

function Lines({ series, lineGenerator }: LayerProps) {
  const { hues } = useChartTokens();
  const chart = useChart();
  return series.map(({ id, data }) => {
    const { hue, style } = metricOf(chart, id);
    if (isBar(style)) return null;
    return (
      <path
        key={id}
        d={lineGenerator(coursePoints(data)) ?? ''}
        fill="none"
        stroke={hues[hue].line}
        strokeWidth={chart.frame.roomy ? stroke[style].width : stroke[style].dense}
        strokeDasharray={stroke[style].dash}
        strokeLinecap="round"
      />
    );
  });
}

/** A point a week where there is room, and wherever a week stands alone, because a line needs two. */
function Points({ series }: LayerProps) {
  const { hues, page } = useChartTokens();
  const chart = useChart();
  const each = chart.frame.roomy && chart.plan.kind === 'area';
  return series.map(({ id, data }) => (
    <g key={id} fill={page} stroke={hues[metricOf(chart, id).hue].line} strokeWidth={2}>
      {data
        .filter(
          ({ data: { y } }, index) =>
            y !== null &&
            (each || ((data[index - 1]?.data.y ?? null) === null && (data[index + 1]?.data.y ?? null) === null)),
        )
        .map(({ data: { x }, position }) => (
          <circle key={x} cx={position.x} cy={position.y} r={3.5} />
        ))}
    </g>
  ));
}

function Partial({ innerHeight, xScale }: LayerProps) {
  const { weeks } = useChart();
  const [before, last] = weeks.slice(-2);
  if (!before || !last) return null;
  return <PartialWeek x={(xScale(before.weekStart) + xScale(last.weekStart)) / 2} height={innerHeight} />;
}
