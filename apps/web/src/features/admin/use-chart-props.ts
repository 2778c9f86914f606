import { useChartTheme } from '@nuances/ui/chart-theme';
import { useI18n } from '../../i18n/locale-store.ts';
import { useChart } from './chart-context.ts';
import { axisFontSize } from './chart-frame.ts';
import { axisText } from './figures.ts';
import { WeekLabel } from './week-label.tsx';

/** What nivo's bars and lines have in common: size, theme and axes. A table holds the values for screen readers. */
export function useChartProps() {
  const { locale } = useI18n();
  const { plan, frame } = useChart();
  return {
    role: 'presentation',
    width: frame.width,
    height: plan.height,
    margin: frame.margin,
    theme: useChartTheme(axisFontSize),
    animate: false,
    gridYValues: [...frame.values],
    axisLeft: {
      tickSize: 0,
      tickPadding: 8,
      tickValues: frame.values,
      format: (value: number) => axisText(value, locale),
      style: { domain: { line: { stroke: 'none' } } },
    },
    axisBottom: { tickSize: 0, tickPadding: 8, tickValues: frame.labels, renderTick: WeekLabel },
    isInteractive: false,
  };
}
