import { useChartTokens } from '@nuances/ui/chart-theme';
import { useI18n } from '../../i18n/locale-store.ts';
import { metricOf, useChart } from './chart-context.ts';
import { axisFontSize } from './chart-frame.ts';

/** Px between a line's end and its name, and between two names. */
const distance = { end: 10, names: 18 } as const;

interface Props {
  readonly ends: readonly { readonly id: string; readonly x: number; readonly y: number }[];
  readonly height: number;
}

/** Names of the lines at their ends, moved apart where ends are close. */
export function SeriesNames({ ends, height }: Props) {
  const { LL } = useI18n();
  const { hues, font } = useChartTokens();
  const chart = useChart();
  const { letters } = chart.frame;
  return apart(ends, height, letters * distance.names).map(({ id, x, y }) => {
    const metric = metricOf(chart, id);
    return (
      <text
        key={id}
        x={x + distance.end}
        y={y}
        dominantBaseline="central"
        fontFamily={font}
        fontSize={`${axisFontSize / 16}rem`}
        fontWeight={620}
        fill={hues[metric.hue].strong}
      >
        {metric.words(LL.admin).end}
      </text>
    );
  });
}

/** Moves names `gap` px apart, from top to bottom, within the height of the chart. */
function apart(ends: Props['ends'], height: number, gap: number): Props['ends'] {
  const placed: Props['ends'][number][] = [];
  const sorted = [...ends].sort((a, b) => a.y - b.y);
  for (const [index, end] of sorted.entries()) {
    const above = placed.at(-1);
    const below = (sorted.length - 1 - index) * gap;
    const highest = above ? above.y + gap : 0;
    placed.push({ ...end, y: Math.min(Math.max(end.y, highest), height - below) });
  }
  return placed;
}
