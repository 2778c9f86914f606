import { axisIds, type AxisId } from '@nuances/domain/axes';
import { Glyph } from '@nuances/ui/glyph';
import { useI18n } from '../../i18n/locale-store.ts';
import { linePatterns, markerPath } from './line-patterns.ts';
import styles from './legend.module.css';

/** Size of the sample of a line, px. */
const sample = { width: 30, height: 14 };

interface Props {
  readonly hidden: ReadonlySet<AxisId>;
  readonly onToggle: (axis: AxisId) => void;
  /** The line whose button has the pointer or the focus; null when there is none, or when that line is hidden. */
  readonly onHighlight: (axis: AxisId | null) => void;
}

/** Names of the seven lines; each is a button that shows or hides its line. */
export function Legend({ hidden, onToggle, onHighlight }: Props) {
  const { LL } = useI18n();
  return (
    <ul className={styles.legend} aria-label={LL.stats.legend.group()}>
      {axisIds.map((axis) => {
        const { dashes, width, marker } = linePatterns[axis];
        const name = LL.axis[axis].right();
        const off = hidden.has(axis);
        return (
          <li key={axis}>
            <button
              type="button"
              className={styles.toggle}
              data-hue={axis}
              aria-pressed={!off}
              aria-label={LL.stats.legend.line({ pole: name })}
              onClick={(event) => {
                onToggle(axis);
                if (!off) onHighlight(null);
                else if (event.currentTarget.matches(':focus-visible')) onHighlight(axis);
              }}
              onPointerEnter={() => onHighlight(off ? null : axis)}
              onPointerLeave={() => onHighlight(null)}
              onFocus={(event) => {
                if (event.currentTarget.matches(':focus-visible')) onHighlight(off ? null : axis);
              }}
              onBlur={() => onHighlight(null)}
            >
              <svg
                className={styles.sample}
                width={sample.width}
                height={sample.height}
                aria-hidden="true"
                data-sample={axis}
              >
                <path d={`M2 ${sample.height / 2}H${sample.width - 2}`} strokeWidth={width} strokeDasharray={dashes} />
                {marker === 'dot' ? null : (
                  <path className={styles[marker]} d={markerPath(marker, sample.width / 2, sample.height / 2)} />
                )}
              </svg>
              <Glyph hue={axis} size={20} />
              <span className={styles.name}>{name}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
