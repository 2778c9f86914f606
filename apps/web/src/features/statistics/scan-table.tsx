import { dayOf, dateOfDay } from '@nuances/domain/local-day';
import { meanSpans, type MeanUnit, type MeanSpan } from '@nuances/domain/statistics/scan-means';
import { countText } from '@nuances/i18n/plural';
import { memo, useMemo, useState } from 'react';
import { Fold } from '../../components/fold.tsx';
import { type DatedScan, scanMoment } from '../../i18n/scan-time.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import { axisIds } from '@nuances/domain/axes';
import { dottedDay } from '@nuances/i18n/dates';
import { decimal } from '@nuances/i18n/numbers';
import { Button } from '@nuances/ui/button';
import { classNames } from '@nuances/ui/class-names';
import { AxisHeads } from '../../components/axis-heads.tsx';
import { spanName } from './span-words.ts';
import styles from './statistics.module.css';
import axisTable from '../../components/axis-table.module.css';
import scanTableStyles from './scan-table.module.css';

interface Props {
  /** In time order. */
  readonly period: readonly DatedScan[];
  readonly shown: number;
  /** What the charts show means of; null for a table with one row for each scan. */
  readonly unit: MeanUnit | null;
}

/** Number of scans of the period, and a button that shows the scans or means as a table. */
export const ScanTableFold = memo(function ScanTableFold({ period, shown, unit }: Props) {
  const { LL, locale } = useI18n();
  return (
    <Fold
      className={styles.foot}
      words={LL.stats.table}
      before={<p className="t-cap">{countText(LL.stats.count, locale, period.length)}</p>}
    >
      {unit ? <Means period={period} shown={shown} unit={unit} /> : <ScanTable scans={period} shown={shown} />}
    </Fold>
  );
});

function Means({ period, shown, unit }: Omit<Props, 'unit'> & { readonly unit: MeanUnit }) {
  const spans = useMemo(() => meanSpans(period, unit), [period, unit]);
  const scan = period[shown];
  const day = scan && dayOf(scan.at);
  return (
    <SpanTable
      spans={spans}
      unit={unit}
      shown={spans.findIndex(({ from, to }) => day !== undefined && from <= day && day <= to)}
    />
  );
}

const pageSize = 50;

interface ScanTableProps {
  /** In time order. */
  readonly scans: readonly DatedScan[];
  /** Index of the shown scan. The table shows its page until the person chooses another one. */
  readonly shown: number;
}

/** The answers of the chart as a table, one row for each scan, with pages. */
function ScanTable({ scans, shown }: ScanTableProps) {
  const words = useI18n();
  const { LL, locale } = words;
  const [turned, setTurned] = useState<{ readonly scans: ScanTableProps['scans']; readonly page: number } | null>(null);
  const page = turned?.scans === scans ? turned.page : Math.floor(shown / pageSize);
  const last = Math.ceil(scans.length / pageSize) - 1;
  const from = page * pageSize;
  const rows = scans.slice(from, from + pageSize);
  const turn = (to: number) => setTurned({ scans, page: to });
  const figure = (value: number) => decimal(value, locale);

  return (
    <div className={scanTableStyles.whole}>
      <table className={classNames(axisTable.table, scanTableStyles.table)}>
        <caption className={scanTableStyles.caption}>{LL.stats.table.caption()}</caption>
        <thead>
          <tr>
            <th scope="col">{LL.stats.table.date()}</th>
            <AxisHeads />
          </tr>
        </thead>
        <tbody>
          {rows.map((scan, index) => {
            const moment = new Date(scan.at);
            return (
              <tr key={scan.id} aria-current={from + index === shown ? 'true' : undefined}>
                <th scope="row">
                  <time dateTime={moment.toISOString()}>
                    {dottedDay(moment)} <span className={scanTableStyles.time}>{scanMoment(words, scan).time}</span>
                  </time>
                </th>
                {axisIds.map((axis, place) => (
                  <td key={axis}>{scan.answers[place]}</td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
      {last > 0 ? (
        <div className={scanTableStyles.pages}>
          <Button size="small" icon="left" disabled={page === 0} onClick={() => turn(page - 1)}>
            {LL.stats.table.earlier()}
          </Button>
          <p role="status">
            {LL.stats.table.range({
              from: figure(from + 1),
              to: figure(from + rows.length),
              total: figure(scans.length),
            })}
          </p>
          <Button size="small" iconEnd="right" disabled={page === last} onClick={() => turn(page + 1)}>
            {LL.stats.table.later()}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

interface SpanTableProps {
  /** In time order. */
  readonly spans: readonly MeanSpan[];
  readonly unit: MeanUnit;
  readonly shown: number;
}

/** The means of the charts as a table, one row for each week or month. */
function SpanTable({ spans, unit, shown }: SpanTableProps) {
  const words = useI18n();
  const { LL, locale } = words;
  return (
    <div className={scanTableStyles.whole}>
      <table className={classNames(axisTable.table, scanTableStyles.table)}>
        <caption className={scanTableStyles.caption}>{LL.stats.many[unit].table()}</caption>
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
                    <span className={scanTableStyles.between}>
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
