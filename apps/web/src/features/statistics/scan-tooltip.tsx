import { axisIds, type AxisId } from '@nuances/domain/axes';
import { Glyph } from '@nuances/ui/glyph';
import { scanMoment, type DatedScan } from '../../i18n/scan-time.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import styles from './chart.module.css';

/** Px between the scan and the tooltip. */
const away = 16;

interface Props {
  readonly scan: DatedScan;
  readonly hidden: ReadonlySet<AxisId>;
  /** Position of the scan, px from the left of the chart. */
  readonly x: number;
  /** Width of the chart, px. */
  readonly width: number;
}

/**
 * The answers of one scan, the highest first. Hidden from screen readers, which have the table and the name of the
 * bloom.
 */
export function ScanTooltip({ scan, hidden, x, width }: Props) {
  const words = useI18n();
  const { LL } = words;
  const { day, time } = scanMoment(words, scan);
  const rows = axisIds
    .map((axis, index) => ({ axis, value: scan.answers[index] ?? 1 }))
    .filter(({ axis }) => !hidden.has(axis))
    .sort((a, b) => b.value - a.value);
  const side = x > width / 2 ? { right: width - x + away } : { left: x + away };
  return (
    <div className={styles.tooltip} style={side} aria-hidden="true" data-tooltip="">
      <p className={styles.when}>{time === null ? day : `${day} · ${time}`}</p>
      {rows.map(({ axis, value }) => (
        <p key={axis} className={styles.row}>
          <Glyph hue={axis} size={18} />
          <span className={styles.name}>{LL.axis[axis].right()}</span>
          <span className={styles.value}>{value}</span>
        </p>
      ))}
    </div>
  );
}
