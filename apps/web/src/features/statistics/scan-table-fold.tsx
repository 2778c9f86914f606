import { dayOf } from '@nuances/domain/local-day';
import { meanSpans, type MeanUnit } from '@nuances/domain/statistics/scan-means';
import { countText } from '@nuances/i18n/plural';
import { memo, useMemo } from 'react';
import { Fold } from '../../components/fold.tsx';
import type { DatedScan } from '../../i18n/scan-time.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import { ScanTable } from './scan-table.tsx';
import { SpanTable } from './span-table.tsx';
import styles from './statistics.module.css';

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
