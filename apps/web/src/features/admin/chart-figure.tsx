import type { PeriodRows } from '@nuances/domain/usage/periods';
import { letterScale, useWidth } from '@nuances/ui/use-width';
import { useEffect, useMemo } from 'react';
import { useI18n, type I18n } from '../../i18n/locale-store.ts';
import { BarChart } from './bar-chart.tsx';
import { ChartContext } from './chart-context.ts';
import { frameOf } from './chart-frame.ts';
import { ChartPointer } from './chart-pointer.tsx';
import { summaryOf } from './chart-summary.ts';
import { LineChart } from './line-chart.tsx';
import type { ChartPlan } from './metrics.ts';
import { asLines } from './series-style.ts';
import { SeriesSample } from './series-sample.tsx';
import styles from './chart-figure.module.css';

/** The rows of the period, by week and by month. */
export interface ChartRows {
  readonly by: 'week' | 'month';
  readonly week: PeriodRows;
  readonly month: PeriodRows;
}

interface Props {
  readonly plan: ChartPlan;
  /** At least one row in the period. */
  readonly rows: ChartRows;
  readonly now: Date;
  /** Whether to show the legend; false where a heading names the series. */
  readonly legend: boolean;
  /** Whether to draw the previous period, too. */
  readonly compared?: boolean;
  /** Told what is drawn: months may take the place of weeks. */
  readonly onDrawn?: (by: ChartRows['by']) => void;
}

/** Weeks narrower than this are drawn as months, px. */
const nearestWeeks = 3;

/** Above this many weeks, three lines or more would be a tangle. */
const mostWeeksOfLines = 26;

/** What a chart draws at a width: months if weeks would be too narrow or too many, lines if bars would be. */
function drawn({ plan, rows, now, compared = false }: Props, width: number, locale: I18n['locale']) {
  const of = (by: ChartRows['by'], { rows: weeks, before }: PeriodRows) => {
    const earlier = compared ? before : [];
    const frame = (drawnPlan: ChartPlan) =>
      frameOf(drawnPlan, [...earlier, ...weeks], now, width, locale, letterScale());
    const first = frame(plan);
    const asDrawn = plan.kind === 'grouped' && !first.roomy ? asLines(plan, weeks.length) : plan;
    return { by, plan: asDrawn, weeks, before: earlier, frame: asDrawn === plan ? first : frame(asDrawn) };
  };
  const chosen = of(rows.by, rows[rows.by]);
  const isTangle = plan.metrics.length > 2 && chosen.weeks.length > mostWeeksOfLines;
  return rows.by === 'week' && (isTangle || chosen.frame.week < nearestWeeks) ? of('month', rows.month) : chosen;
}

/** One chart with its legend and the definitions of its metrics. */
export function ChartFigure(props: Props) {
  const { plan, rows, now, legend, compared, onDrawn } = props;
  const words = useI18n();
  const { LL } = words;
  const [exactWidth, room] = useWidth();
  const width = Math.floor(exactWidth);
  const chart = useMemo(() => {
    const view = drawn({ plan, rows, now, legend, compared: compared ?? false }, width, words.locale);
    const summary = plan.metrics
      .map((metric) => summaryOf(words, metric, plan.figure, { rows: view.weeks, by: view.by, now }))
      .join(' ');
    return { ...view, now, summary };
  }, [plan, rows, now, legend, compared, width, words]);
  const Chart = chart.plan.kind === 'area' || chart.plan.kind === 'lines' ? LineChart : BarChart;
  useEffect(() => {
    if (width > 0) onDrawn?.(chart.by);
  }, [chart.by, onDrawn, width]);
  const isCoarser = chart.by !== rows.by && !onDrawn;
  return (
    <figure className={styles.figure}>
      {legend || isCoarser ? (
        <ul className={styles.legend}>
          {legend
            ? chart.plan.metrics.map((metric) => (
                <li key={metric.id} className={styles.series}>
                  <SeriesSample hue={metric.hue} style={metric.style} />
                  {metric.words(LL.admin).label}
                </li>
              ))
            : null}
          {isCoarser ? <li className={styles.coarser}>{LL.admin.by.month()}</li> : null}
        </ul>
      ) : null}
      <div ref={room} className={styles.frame} style={{ minHeight: plan.height }}>
        {width > 0 ? (
          <ChartContext value={chart}>
            {/* One image with a name; a screen reader would read the numbers inside without context. */}
            <div role="img" aria-label={chart.summary}>
              <div aria-hidden="true">
                <Chart />
              </div>
            </div>
            <ChartPointer />
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
