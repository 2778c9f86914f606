import { givenOn } from '@nuances/domain/patterns/pattern-series';
import type { PatternScan } from '@nuances/domain/patterns/scan-groups';
import { usualRanges } from '@nuances/domain/patterns/scan-patterns';
import { wholePeriod } from '@nuances/domain/statistics/period';
import { decimal } from '@nuances/i18n/numbers';
import { MeanTrack } from '../../components/mean-track.tsx';
import { useI18n } from '../../i18n/locale-store.ts';
import { nearPole } from '../../i18n/scan-labels.ts';
import { periodText } from './pattern-words.ts';
import styles from './insights.module.css';

interface Props {
  /** At least one, in time order. */
  readonly scans: readonly PatternScan[];
}

/** For every axis its mean and the range of eight of ten answers. */
export function UsualRanges({ scans }: Props) {
  const words = useI18n();
  const { LL, locale } = words;
  const [first, last] = [scans[0], scans.at(-1)];
  if (!first || !last) return null;
  return (
    <section className={styles.section}>
      <h2 className="t-h3">{LL.insight.range.title()}</h2>
      <p className={styles.caption}>
        {LL.insight.range.text({
          count: decimal(scans.length, locale),
          period: periodText(words, wholePeriod(first.at, last.at)),
        })}
      </p>
      <ul className={styles.ranges}>
        {usualRanges((axis) => givenOn(scans, axis)).map(({ axis, mean, usual }) => (
          <li key={axis}>
            <MeanTrack
              axis={axis}
              low={usual.low}
              high={usual.high}
              mean={mean}
              name={LL.insight.range.row({
                pole: nearPole(LL, axis, mean >= 5.5 ? 10 : 1),
                min: usual.low,
                max: usual.high,
                mean: decimal(mean, locale, 1),
              })}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
