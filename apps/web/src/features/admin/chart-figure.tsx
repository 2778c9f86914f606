import type { UsageWeek } from '@nuances/domain/usage-statistics';
import { useWidth } from '@nuances/ui/use-width';
import { useMemo } from 'react';
import { useI18n, type I18n } from '../../i18n/locale-store.ts';
import { BarChart } from './bar-chart.tsx';
import { ChartContext } from './chart-context.ts';
import { frameOf } from './chart-frame.ts';
import { figureText, type Figure } from './figures.ts';
import { LineChart } from './line-chart.tsx';
import type { ChartPlan, Metric } from './metrics.ts';
import { SeriesSample } from './series-sample.tsx';
import { weekDay } from './week-text.ts';
import styles from './chart-figure.module.css';

interface Props {
  readonly plan: ChartPlan;
  /** Oldest first, at least one. */
  readonly weeks: readonly UsageWeek[];
  readonly now: Date;
  /** False where the heading of the panel already names the only series. */
  readonly legend: boolean;
}

/** One chart with its legend, and what each of its figures counts. */
export function ChartFigure({ plan, weeks, now, legend }: Props) {
  const words = useI18n();
  const { LL } = words;
  const [exactWidth, room] = useWidth();
  const width = Math.floor(exactWidth);
  const chart = useMemo(
    () => ({
      plan,
      weeks,
      now,
      frame: frameOf(plan, weeks, now, width, words.locale),
      summary: plan.metrics.map((metric) => summaryOf(words, metric, plan.figure, weeks, now)).join(' '),
    }),
    [plan, weeks, now, width, words],
  );
  const Chart = plan.kind === 'area' || plan.kind === 'lines' ? LineChart : BarChart;
  return (
    <figure className={styles.figure}>
      {legend ? (
        <ul className={styles.legend}>
          {plan.metrics.map((metric) => (
            <li key={metric.id} className={styles.series}>
              <SeriesSample hue={metric.hue} style={metric.style} />
              {metric.words(LL.admin).label}
            </li>
          ))}
        </ul>
      ) : null}
      <div ref={room} className={styles.frame} data-height={plan.height}>
        {width > 0 ? (
          <ChartContext value={chart}>
            {/* One picture with its sentence; figures and bars inside would only be read one by one. */}
            <div role="img" aria-label={chart.summary}>
              <div aria-hidden="true">
                <Chart />
              </div>
            </div>
          </ChartContext>
        ) : null}
      </div>
      <figcaption className={styles.definitions}>
        {plan.metrics.map((metric) => {
          const { label, definition } = metric.words(LL.admin);
          return (
            <p key={metric.id}>
              {plan.metrics.length > 1 ? LL.admin.tooltip.row({ label, value: definition }) : definition}
            </p>
          );
        })}
      </figcaption>
    </figure>
  );
}

/** A series in a sentence: from when to when, how it begins and ends, and its highest figure. */
function summaryOf(words: I18n, metric: Metric, figure: Figure, weeks: readonly UsageWeek[], now: Date): string {
  const { LL, locale } = words;
  const text = (value: number | null) => figureText(words, value, figure);
  const day = (week: UsageWeek | undefined) => (week ? weekDay(week.weekStart, locale, now) : '');
  return LL.admin.chart.summary({
    title: metric.words(LL.admin).label,
    start: day(weeks[0]),
    end: day(weeks.at(-1)),
    first: text(weeks[0]?.[metric.id] ?? null),
    last: text(weeks.at(-1)?.[metric.id] ?? null),
    max: text(weeks.reduce<number | null>((most, week) => highest(most, week[metric.id]), null)),
  });
}

function highest(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b);
}
