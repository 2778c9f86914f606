import { itemAt } from '@nuances/domain/item-at';
import type { MeanSpan, MeanUnit } from '@nuances/domain/statistics/scan-means';
import { countText } from '@nuances/i18n/plural';
import { decimal } from '@nuances/i18n/numbers';
import { Bloom } from '@nuances/ui/bloom';
import { Button } from '@nuances/ui/button';
import { MeanTrack } from '../../components/mean-track.tsx';
import { useI18n } from '../../i18n/locale-store.ts';
import { scanMoment, type DatedScan } from '../../i18n/scan-time.ts';
import { spanDays } from './span-words.ts';
import styles from './span-panel.module.css';

/** Maximum number of blooms; a number says how many more scans there are. */
const blooms = 4;
const middle = 5.5;

interface Props {
  readonly span: MeanSpan<DatedScan>;
  readonly unit: MeanUnit;
  /** Narrows the period to this week or month. */
  readonly onOpen: () => void;
}

/**
 * The week or month of the shown scan: its scans as blooms, mean and range of each axis, and a button that narrows the
 * period to it.
 */
export function SpanPanel({ span, unit, onOpen }: Props) {
  const words = useI18n();
  const { LL, locale } = words;
  const { scans } = span;
  const more = scans.length - blooms;
  return (
    <section className={styles.panel}>
      <p className="t-cap">{LL.stats.many[unit].shown()}</p>
      <h2 className={styles.days}>{spanDays(words, span, unit)}</h2>
      <p className="t-small-2">{countText(LL.stats.many.scans, locale, scans.length)}</p>
      <div className={styles.blooms}>
        {scans.slice(0, blooms).map((scan) => (
          <Bloom
            key={scan.id}
            answers={scan.answers}
            size={56}
            innerRadius={30}
            label={LL.stats.bloom.name({ when: scanMoment(words, scan).sentence })}
          />
        ))}
        {more > 0 ? <span>{LL.stats.many.more({ count: decimal(more, locale) })}</span> : null}
      </div>
      <ul className={styles.axes}>
        {span.axes.map(({ axis, mean, lowest, highest }) => (
          <li key={axis}>
            <MeanTrack
              axis={axis}
              low={lowest}
              high={highest}
              mean={mean}
              name={LL.stats.many.mean({
                pole: mean >= middle ? LL.axis[axis].right() : LL.axis[axis].left(),
                mean: decimal(mean, locale, 1),
                min: lowest,
                max: highest,
              })}
            />
          </li>
        ))}
      </ul>
      <Button className="screen-only" size="small" iconEnd="right" onClick={onOpen}>
        {LL.stats.many.open()}
      </Button>
    </section>
  );
}

/** Times of the first and the last scan of a week or month, ms since 1970. */
export function scannedDays({ scans }: MeanSpan): readonly [first: number, last: number] {
  return [itemAt(scans, 0).at, itemAt(scans, scans.length - 1).at];
}
