import { Bar, type BarCustomLayerProps } from '@nivo/bar';
import { patternLinesDef } from '@nivo/core';
import { useChartTokens } from '@nuances/ui/chart-theme';
import { metricOf, useChart } from './chart-context.ts';
import { axesKey, type ChartFrame } from './chart-frame.ts';
import type { ChartPlan, Metric } from './metrics.ts';
import { paleHex, paleOpacity } from './partial-week.tsx';
import { hatch } from './series-style.ts';
import { useChartProps } from './use-chart-props.ts';

/** Gap between weeks: as a share of the week's width, and the maximum width of the bars of a week, px. */
const gaps = {
  stacked: { share: 0.42, most: 48 },
  grouped: { share: 0.28, most: 80 },
} as const;

type Datum = Record<string, string | number>;

/** Share of a week that stays empty beside its bars. */
export function barPadding(plan: ChartPlan, frame: ChartFrame): number {
  const gap = gaps[plan.kind === 'stacked' ? 'stacked' : 'grouped'];
  return frame.roomy ? Math.max(gap.share, 1 - gap.most / frame.week) : 0;
}

/**
 * Two counts for each week as stacked or grouped bars. The second series is hatched; a week that is not over is paler.
 */
export function BarChart() {
  const shared = useChartProps();
  const { hues } = useChartTokens();
  const chart = useChart();
  const { plan, weeks, frame } = chart;
  const mode = plan.kind === 'stacked' ? 'stacked' : 'grouped';
  const partial = weeks.findIndex((week) => week.isPartial);
  const pale = (index: number) => (index === partial ? paleHex : '');
  const hatched = plan.metrics.filter(({ style }) => style === 'hatched');
  return (
    <Bar<Datum>
      key={axesKey(frame)}
      {...shared}
      // Without a value there is no bar.
      data={weeks.map((week) => ({
        weekStart: week.weekStart,
        ...Object.fromEntries(plan.metrics.map(({ id }) => [id, week[id] ?? 0])),
      }))}
      indexBy="weekStart"
      keys={plan.metrics.map(({ id }) => id)}
      groupMode={mode}
      valueScale={{ type: 'linear', min: 0, max: frame.top }}
      padding={barPadding(plan, frame)}
      innerPadding={frame.roomy ? 2 : 0}
      borderRadius={frame.roomy ? 3 : 0}
      borderWidth={frame.roomy ? 1 : 0}
      borderColor={({ data }) => hues[metricOf(chart, data.id).hue].line}
      colors={({ id, index }) => (frame.roomy ? `${hues[metricOf(chart, id).hue].base}${pale(index)}` : 'transparent')}
      defs={hatched.flatMap(({ id, hue }) =>
        ['', paleHex].map((opacity) =>
          patternLinesDef(`${hatchOf(id)}${opacity}`, {
            rotation: -45,
            spacing: hatch.every,
            lineWidth: hatch.width,
            color: `${hues[hue].line}${opacity}`,
            background: `${hues[hue].tint}${opacity}`,
          }),
        ),
      )}
      fill={frame.roomy ? hatched.flatMap(({ id }) => hatchesOf(id, partial)) : []}
      enableLabel={false}
      layers={['grid', DenseBars, 'bars', 'axes']}
    />
  );
}

/**
 * With narrow weeks, stacked bars touch each other and are painted as one area; nivo's own bars are then transparent.
 */
function DenseBars({ bars }: BarCustomLayerProps<Datum>) {
  const { hues } = useChartTokens();
  const chart = useChart();
  if (chart.frame.roomy) return null;
  return bars.map(({ key, data: { id, index }, x, y, width, height }) => {
    const metric = metricOf(chart, id);
    return (
      <rect
        key={key}
        shapeRendering="crispEdges"
        x={x}
        y={y}
        width={width}
        height={Math.max(0, height)}
        fill={metric.style === 'hatched' ? `url(#${hatchOf(metric.id)})` : hues[metric.hue].base}
        fillOpacity={chart.weeks[index]?.isPartial ? paleOpacity : 1}
      />
    );
  });
}

function hatchOf(id: Metric['id']): string {
  return `hatch-${id}`;
}

/** Patterns for the bars of a series; nivo takes the last one that matches. */
function hatchesOf(id: Metric['id'], partial: number) {
  const isOf = (bar: { readonly data: { readonly id: string | number; readonly index: number } }) => bar.data.id === id;
  return [
    { match: (bar: Parameters<typeof isOf>[0]) => isOf(bar) && bar.data.index !== partial, id: hatchOf(id) },
    {
      match: (bar: Parameters<typeof isOf>[0]) => isOf(bar) && bar.data.index === partial,
      id: `${hatchOf(id)}${paleHex}`,
    },
  ];
}
