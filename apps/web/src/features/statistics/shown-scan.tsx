import { axisIds } from '@nuances/domain/axes';
import { dayOf } from '@nuances/domain/local-day';
import { wholePeriod } from '@nuances/domain/statistics/period';
import { meanSpans, spanOf, type MeanUnit } from '@nuances/domain/statistics/scan-means';
import { scansIn } from '@nuances/domain/statistics/scan-series';
import { answerMiddle, answerOf, polarityOf } from '@nuances/domain/scan/scoring';
import { decimal } from '@nuances/i18n/numbers';
import { Icon } from '@nuances/ui/icon';
import { UnbrokenWords } from '@nuances/ui/unbroken-words';
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { MeanTrack } from '../../components/mean-track.tsx';
import { nearPole } from '../../i18n/scan-labels.ts';
import { scanMoment, type DatedScan } from '../../i18n/scan-time.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import { Analysis } from './analysis.tsx';
import { ShownBloom } from './shown-bloom.tsx';
import { scannedDays, SpanPanel } from './span-panel.tsx';
import type { useChosenScans, View } from './use-chosen-scans.ts';
import styles from './statistics.module.css';

interface Props {
  /** All scans, in time order. */
  readonly scans: readonly DatedScan[];
  readonly chosen: ReturnType<typeof useChosenScans>;
  readonly scan: DatedScan;
  readonly view: View;
}

/** The shown scan: its answers, beside a bloom its analysis and, where the lines show means, its week or month. */
export const ShownScan = memo(function ShownScan({ scans, chosen, scan, view }: Props) {
  const words = useI18n();
  const { LL, locale } = words;
  const { unit, period, shown, play, setPeriod } = chosen;
  return (
    <div className={styles.shown}>
      <p className={styles.caption}>
        {LL.stats.shownOf({ index: decimal(shown + 1, locale), total: decimal(period.length, locale) })}
      </p>
      <h2 className={styles.date}>
        <UnbrokenWords>{scanMoment(words, scan).sentence}</UnbrokenWords>
      </h2>
      {view === 'line' ? (
        <>
          <ShownBloom className={styles.small} scan={scan} size="small" quick={play.speed === 'four'} />
          <ul className={styles.tracks}>
            {axisIds.map((axis) => {
              const value = answerOf(scan.answers, axis);
              return (
                <li key={axis}>
                  <MeanTrack
                    axis={axis}
                    low={Math.min(value, answerMiddle)}
                    high={Math.max(value, answerMiddle)}
                    mean={value}
                    digits={0}
                    strong={polarityOf(value) === 'positive'}
                    name={LL.result.ring.item({ pole: nearPole(LL, axis, value), value })}
                  />
                </li>
              );
            })}
          </ul>
        </>
      ) : null}
      <Link to="/history/$id" params={{ id: scan.id }} className={`${styles.openScan} screen-only`}>
        {LL.stats.openScan()}
        <Icon name="right" size={18} />
      </Link>
      {view === 'pie' ? <ShownAnalysis scans={scans} chosen={chosen} scan={scan} /> : null}
      {view === 'line' && unit ? (
        <ScanSpan scan={scan} period={period} unit={unit} onOpen={(days) => setPeriod(wholePeriod(...days))} />
      ) : null}
    </div>
  );
});

/** The analysis of the shown scan. */
export const ShownAnalysis = memo(function ShownAnalysis({ scans, chosen, scan }: Omit<Props, 'view'>) {
  const { period, play } = chosen;
  return (
    <Analysis scan={scan} before={scans[scans.indexOf(scan) - 1]} period={period} steady={play.playing || play.ended} />
  );
});

interface SpanProps {
  readonly scan: DatedScan;
  readonly period: readonly DatedScan[];
  readonly unit: MeanUnit;
  readonly onOpen: (days: ReturnType<typeof scannedDays>) => void;
}

/** The week or month of the shown scan, as far as it is in the period. */
function ScanSpan({ scan, period, unit, onOpen }: SpanProps) {
  const [span] = meanSpans(scansIn(period, spanOf(dayOf(scan.at), unit)), unit);
  return span ? <SpanPanel span={span} unit={unit} onOpen={() => onOpen(scannedDays(span))} /> : null;
}
