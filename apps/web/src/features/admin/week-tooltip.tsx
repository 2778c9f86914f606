import { useState } from 'react';
import { useEscape } from '../../browser/use-escape.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import { useChart } from './chart-context.ts';
import { figureText } from './figures.ts';
import { SeriesSample } from './series-sample.tsx';
import { weekDay } from './week-text.ts';
import styles from './week-tooltip.module.css';

/** One week of a chart: its Monday, then each series with its sample, highest first. */
export function WeekTooltip({ weekStart }: { readonly weekStart: string }) {
  const words = useI18n();
  const { LL, locale } = words;
  const { plan, weeks, now } = useChart();
  const week = weeks.find((one) => one.weekStart === weekStart);
  const [dismissed, setDismissed] = useState<string | null>(null);
  useEscape(true, () => setDismissed(weekStart));
  if (!week || dismissed === weekStart) return null;
  const rows = [...plan.metrics].sort((a, b) => (week[b.id] ?? -1) - (week[a.id] ?? -1));
  return (
    <div className={styles.tooltip}>
      <p className={styles.week}>{LL.admin.weekOf({ date: weekDay(weekStart, locale, now) })}</p>
      {rows.map((metric) => (
        <p key={metric.id} className={styles.row}>
          <SeriesSample hue={metric.hue} style={metric.style} />
          {LL.admin.tooltip.row({
            label: metric.words(LL.admin).label,
            value: figureText(words, week[metric.id], plan.figure),
          })}
        </p>
      ))}
      {week.isPartial ? <p className={styles.partial}>{LL.admin.partial()}</p> : null}
    </div>
  );
}
