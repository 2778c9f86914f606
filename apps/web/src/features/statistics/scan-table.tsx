import { axisIds } from '@nuances/domain/axes';
import { dottedDay } from '@nuances/i18n/dates';
import { decimal } from '@nuances/i18n/numbers';
import { Button } from '@nuances/ui/button';
import { useState } from 'react';
import { classNames } from '@nuances/ui/class-names';
import { scanMoment, type DatedScan } from '../../i18n/scan-time.ts';
import { AxisHeads } from '../../components/axis-heads.tsx';
import axisTable from '../../components/axis-table.module.css';
import { useI18n } from '../../i18n/locale-store.ts';
import styles from './scan-table.module.css';

const pageSize = 50;

interface Props {
  /** In time order. */
  readonly scans: readonly DatedScan[];
  /** Index of the shown scan. The table shows its page until the person chooses another one. */
  readonly shown: number;
}

/** The answers of the chart as a table, one row for each scan, with pages. */
export function ScanTable({ scans, shown }: Props) {
  const words = useI18n();
  const { LL, locale } = words;
  const [turned, setTurned] = useState<{ readonly scans: Props['scans']; readonly page: number } | null>(null);
  const page = turned?.scans === scans ? turned.page : Math.floor(shown / pageSize);
  const last = Math.ceil(scans.length / pageSize) - 1;
  const from = page * pageSize;
  const rows = scans.slice(from, from + pageSize);
  const turn = (to: number) => setTurned({ scans, page: to });
  const figure = (value: number) => decimal(value, locale);

  return (
    <div className={styles.whole}>
      <table className={classNames(axisTable.table, styles.table)}>
        <caption className={styles.caption}>{LL.stats.table.caption()}</caption>
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
                    {dottedDay(moment)} <span className={styles.time}>{scanMoment(words, scan).time}</span>
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
        <div className={styles.pages}>
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
