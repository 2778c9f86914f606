import { Bar, type BarCustomLayerProps, type BarTooltipProps } from '@nivo/bar';
import { patternLinesDef } from '@nivo/core';
import { useChartTheme, useChartTokens } from '@nuances/ui/chart-theme';
import { useI18n } from '../../i18n/locale-store.ts';
import { metricOf, useChart } from './chart-context.ts';
import { axesKey, axisFontSize } from './chart-frame.ts';
import { axisText } from './figures.ts';
import type { Metric } from './metrics.ts';
import { PartialWeek } from './partial-week.tsx';
import { hatch } from './series-style.ts';
import { WeekLabel } from './week-label.tsx';
import { WeekTooltip } from './week-tooltip.tsx';

/** Share of a week that stays empty beside its bars, and what they take of it at most, px. */
const gaps = {
  stacked: { share: 0.42, most: 48 },
  grouped: { share: 0.28, most: 80 },
} as const;

type Datum = Record<string, string | number>;

/** Two counts a week as bars, one upon or beside the other; the second one is hatched. */
export function BarChart() {
  const { locale } = useI18n();
  const theme = useChartTheme(axisFontSize);
  const { hues } = useChartTokens();
  const chart = useChart();
  const { plan, weeks, frame } = chart;
  const mode = plan.kind === 'stacked' ? 'stacked' : 'grouped';
  const gap = gaps[mode];
  const hatched = plan.metrics.filter(({ style }) => style === 'hatched');
  return (
    <Bar<Datum>
      key={axesKey(frame)}
      role="presentation"
      width={frame.width}
      height={plan.height}
      margin={frame.margin}
      theme={theme}
      animate={false}
      data={weeks.map((week) => ({
        weekStart: week.weekStart,
        ...Object.fromEntries(plan.metrics.map(({ id }) => [id, week[id] ?? 0])),
      }))}
      indexBy="weekStart"
      keys={plan.metrics.map(({ id }) => id)}
      groupMode={mode}
      valueScale={{ type: 'linear', min: 0, max: frame.top }}
      padding={frame.roomy ? Math.max(gap.share, 1 - gap.most / frame.week) : 0}
      innerPadding={frame.roomy ? 2 : 0}
      borderRadius={frame.roomy ? 3 : 0}
      borderWidth={frame.roomy ? 1 : 0}
      borderColor={({ data }) => hues[metricOf(chart, data.id).hue].line}
      colors={({ id }) => (frame.roomy ? hues[metricOf(chart, id).hue].base : 'transparent')}
      defs={hatched.map(({ id, hue }) =>
        patternLinesDef(hatchOf(id), {
          rotation: -45,
          spacing: hatch.every,
          lineWidth: hatch.width,
          color: hues[hue].line,
          background: hues[hue].tint,
        }),
      )}
      fill={frame.roomy ? hatched.map(({ id }) => ({ match: { id }, id: hatchOf(id) })) : []}
      enableLabel={false}
      gridYValues={[...frame.values]}
      axisLeft={{
        tickSize: 0,
        tickPadding: 8,
        tickValues: frame.values,
        format: (value: number) => axisText(value, locale),
        style: { domain: { line: { stroke: 'none' } } },
      }}
      axisBottom={{ tickSize: 0, tickPadding: 8, tickValues: frame.labels, renderTick: WeekLabel }}
      tooltip={BarTooltip}
      layers={['grid', DenseBars, Partial, 'bars', 'axes']}
    />
  );
}

function BarTooltip({ indexValue }: BarTooltipProps<Datum>) {
  return <WeekTooltip weekStart={String(indexValue)} />;
}

/**
 * Where weeks stand close, bars touch and are painted as one surface; of two beside each other the lower one stands in
 * front. nivo's own bars stay above them, unpainted, for the tooltips.
 */
function DenseBars({ bars }: BarCustomLayerProps<Datum>) {
  const { hues } = useChartTokens();
  const chart = useChart();
  if (chart.frame.roomy) return null;
  const beside = chart.plan.kind === 'grouped' ? chart.plan.metrics.length : 1;
  return [...bars]
    .sort((a, b) => b.height - a.height)
    .map(({ key, data: { id }, x, y, width, height }) => {
      const metric = metricOf(chart, id);
      const before = beside > 1 ? chart.plan.metrics.indexOf(metric) : 0;
      return (
        <rect
          key={key}
          shapeRendering="crispEdges"
          x={x - before * width}
          y={y}
          width={beside * width}
          height={Math.max(0, height)}
          fill={metric.style === 'hatched' ? `url(#${hatchOf(metric.id)})` : hues[metric.hue].base}
        />
      );
    });
}

function hatchOf(id: Metric['id']): string {
  return `hatch-${id}`;
}

function Partial({ bars, innerHeight }: BarCustomLayerProps<Datum>) {
  const last = useChart().weeks.length - 1;
  const before = bars.filter(({ data: { index } }) => index === last - 1).map(({ x, width }) => x + width);
  if (before.length === 0) return null;
  const begin = bars.filter(({ data: { index } }) => index === last).map(({ x }) => x);
  return <PartialWeek x={(Math.max(...before) + Math.min(...begin)) / 2} height={innerHeight} />;
}
