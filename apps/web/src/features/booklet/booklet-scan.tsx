import { axisIds } from '@nuances/domain/axes';
import { countText } from '@nuances/i18n/plural';
import { petalAngle } from '@nuances/ui/hues';
import { petal, petalRadius } from '@nuances/ui/petal';
import { useI18n } from '../../i18n/locale-store.ts';
import type { ShownScan } from '../../offline/scans.ts';
import { EntryFrame } from './entry-frame.tsx';
import { paperDate } from './paper-date.ts';
import styles from './booklet-pages.module.css';

interface Props {
  readonly scan: ShownScan;
  readonly tags: readonly string[];
}

/** Radius of the hole, in bloom units. */
const hole = 58;

/** A scan on paper: its bloom in grey, both poles and the answer of each axis, and its tags; kept answers in outline. */
export function BookletScan({ scan, tags }: Props) {
  const words = useI18n();
  const { LL, locale } = words;
  const kept = scan.kept.length > 0 ? [countText(LL.quick.marked, locale, scan.kept.length)] : [];
  const keptAt = (index: number) => (scan.kept.includes(index) ? '' : undefined);
  const outline = (reach: number, index: number) => petal(petalAngle(index), hole, reach, 4, 5, 0.215);
  return (
    <EntryFrame
      date={paperDate(words, { at: scan.createdAt, moment: scan.moment })}
      more={[...tags, ...kept].join(' · ')}
    >
      <div className={styles.scan}>
        <svg className={styles.bloom} viewBox="-156 -156 312 312" aria-hidden="true">
          {axisIds.map((axis, index) => (
            <path key={axis} className={styles.ghost} d={outline(150, index)} />
          ))}
          {axisIds.map((axis, index) => (
            <path
              key={axis}
              className={styles.petal}
              data-kept={keptAt(index)}
              d={outline(petalRadius(scan.answers[index] ?? 1), index)}
            />
          ))}
        </svg>
        <dl className={styles.answers}>
          {axisIds.map((axis, index) => (
            <div key={axis} className={styles.answer}>
              <dt>
                {LL.axis[axis].left()} – {LL.axis[axis].right()}
              </dt>
              <dd data-kept={keptAt(index)}>{scan.answers[index]}</dd>
            </div>
          ))}
        </dl>
      </div>
    </EntryFrame>
  );
}
