import type { TimedScan } from '@nuances/domain/scan-series';
import { LoadingBloom } from '@nuances/ui/loading-bloom';
import { useWidth } from '@nuances/ui/use-width';
import { useMemo } from 'react';
import { useI18n } from '../../i18n/locale-store.ts';
import { drawnScans, isThinned } from './drawn-points.ts';
import type { ChartFrame } from './lines-chart.tsx';
import styles from './chart.module.css';

interface Props {
  /** In time order. */
  readonly scans: readonly TimedScan[];
  readonly frame: ChartFrame;
}

/**
 * Placeholder while the code of the line chart loads. It has the same height as the chart with its notice on thinned
 * lines.
 */
export function ChartPlaceholder({ scans, frame }: Props) {
  const { LL } = useI18n();
  const [width, measured] = useWidth();
  const inside = Math.max(0, width - frame.margin.left - frame.margin.right);
  const thinned = useMemo(() => width > 0 && isThinned(scans, drawnScans(scans, inside)), [scans, width, inside]);
  return (
    <>
      <div ref={measured} className={`${styles.chart} ${styles.awaited}`}>
        <LoadingBloom text={LL.common.loading()} />
      </div>
      {thinned ? <p className={styles.thinned}>{LL.stats.thinned()}</p> : null}
    </>
  );
}
