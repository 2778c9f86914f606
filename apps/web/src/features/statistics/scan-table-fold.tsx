import type { TimedScan } from '@nuances/domain/scan-series';
import { countText } from '@nuances/i18n/plural';
import { Button } from '@nuances/ui/button';
import { useId, useState, type ComponentProps } from 'react';
import { useI18n } from '../../i18n/locale-store.ts';
import { ScanTable } from './scan-table.tsx';
import { SpanTable } from './span-table.tsx';
import styles from './statistics.module.css';

interface Props {
  /** In time order. */
  readonly period: readonly TimedScan[];
  /** Index of the shown scan. */
  readonly shown: number;
  /** The weeks or months when the charts show means; null for a table with one row for each scan. */
  readonly means: ComponentProps<typeof SpanTable> | null;
}

/** Number of scans of the period, and a button that shows the scans or means as a table. */
export function ScanTableFold({ period, shown, means }: Props) {
  const { LL, locale } = useI18n();
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <>
      <div className={`${styles.foot} screen-only`}>
        <p className="t-cap">{countText(LL.stats.count, locale, period.length)}</p>
        <Button
          variant="quiet"
          size="small"
          icon={open ? 'up' : 'down'}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          {open ? LL.stats.table.hide() : LL.stats.table.show()}
        </Button>
      </div>
      <div id={id} className={styles.table} hidden={!open}>
        {open && means ? <SpanTable spans={means.spans} unit={means.unit} shown={means.shown} /> : null}
        {open && !means ? <ScanTable scans={period} shown={shown} /> : null}
      </div>
    </>
  );
}
