import type { UsageWeek } from '@nuances/domain/usage/statistics';
import { useI18n } from '../../i18n/locale-store.ts';
import { figureText } from './figures.ts';
import type { ChartPlan } from './metrics.ts';
import { weekDay } from './week-text.ts';
import styles from './usage-table.module.css';

interface Props {
  /** What it is of. */
  readonly title: string;
  readonly charts: readonly ChartPlan[];
  /** Oldest first. */
  readonly weeks: readonly UsageWeek[];
  readonly now: Date;
}

/** Values of charts as a table, newest week first; a long table scrolls. */
export function UsageTable({ title, charts, weeks, now }: Props) {
  const words = useI18n();
  const { LL, locale } = words;
  const name = LL.admin.chart.table({ title });
  const columns = charts.flatMap(({ metrics, figure }) => metrics.map((metric) => ({ metric, figure })));
  return (
    // A scroll area must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.scroll} role="region" aria-label={name} tabIndex={0}>
      <table className={styles.table}>
        <caption className="visually-hidden">{name}</caption>
        <thead>
          <tr>
            <th scope="col">{LL.admin.table.week()}</th>
            {columns.map(({ metric }) => (
              <th key={metric.id} scope="col">
                {metric.words(LL.admin).label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...weeks].reverse().map((week) => (
            <tr key={week.weekStart}>
              <th scope="row">
                {weekDay(week.weekStart, locale, now)}
                {week.isPartial ? <span className={styles.partial}>{LL.admin.partial()}</span> : null}
              </th>
              {columns.map(({ metric, figure }) => (
                <td key={metric.id}>{figureText(words, week[metric.id], figure)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
