import { dateOfDay } from '@nuances/domain/local-day';
import type { MeanSpan, MeanUnit } from '@nuances/domain/statistics/scan-means';
import { dottedDay } from '@nuances/i18n/dates';
import { decimal } from '@nuances/i18n/numbers';
import { classNames } from '@nuances/ui/class-names';
import { AxisHeads } from '../../components/axis-heads.tsx';
import axisTable from '../../components/axis-table.module.css';
import { useI18n } from '../../i18n/locale-store.ts';
import { spanName } from './span-words.ts';
import styles from './scan-table.module.css';

interface Props {
  /** In time order. */
  readonly spans: readonly MeanSpan[];
  readonly unit: MeanUnit;
  readonly shown: number;
}

/** The means of the charts as a table, one row for each week or month. */
export function SpanTable({ spans, unit, shown }: Props) {
  const words = useI18n();
  const { LL, locale } = words;
  return (
    <div className={styles.whole}>
      <table className={classNames(axisTable.table, styles.table)}>
        <caption className={styles.caption}>{LL.stats.many[unit].table()}</caption>
        <thead>
          <tr>
            <th scope="col">{LL.stats.many[unit].cursor()}</th>
            <AxisHeads />
          </tr>
        </thead>
        <tbody>
          {spans.map((span, index) => (
            <tr key={span.from} aria-current={index === shown ? 'true' : undefined}>
              <th scope="row">{unit === 'week' ? dottedDay(dateOfDay(span.from)) : spanName(words, span, unit)}</th>
              {span.axes.map(({ axis, mean, lowest, highest }) => (
                <td key={axis}>
                  <span aria-hidden="true">
                    {decimal(mean, locale, 1)}
                    <span className={styles.between}>
                      {lowest}–{highest}
                    </span>
                  </span>
                  <span className="visually-hidden">
                    {LL.stats.many.cell({ mean: decimal(mean, locale, 1), min: lowest, max: highest })}
                  </span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
