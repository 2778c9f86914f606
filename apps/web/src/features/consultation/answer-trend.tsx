import { answerMiddle, shareOfAxis } from '@nuances/domain/scan/scoring';
import type { AxisRow } from './page-content.ts';
import styles from './page-sheet.module.css';

const width = 110;
const height = 26;
/** Room for the width of lines and dots, px. */
const rim = 2;
const yOf = (value: number) => rim + (1 - shareOfAxis(value)) * (height - 2 * rim);

/** The means of weeks or months on a scale from 1 to 10, with a gap for a missing one and a dot for an isolated one. */
export function AnswerTrend({ row: { trend, trendAlt } }: { readonly row: AxisRow }) {
  const xOf = (index: number) => rim + (trend.length < 2 ? 0.5 : index / (trend.length - 1)) * (width - 2 * rim);
  const isKnown = (index: number) => (trend[index] ?? null) !== null;
  const points = trend.flatMap((mean, index) => (mean === null ? [] : [{ index, x: xOf(index), y: yOf(mean) }]));
  return (
    <svg className={styles.trend} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={trendAlt}>
      <path className={styles.dotted} d={`M${rim} ${yOf(answerMiddle)}H${width - rim}`} />
      <path
        className={styles.line}
        d={points.map(({ index, x, y }) => `${isKnown(index - 1) ? 'L' : 'M'}${x} ${y}`).join('')}
      />
      {points
        .filter(({ index }) => !isKnown(index - 1) && !isKnown(index + 1))
        .map(({ index, x, y }) => (
          <circle key={index} cx={x} cy={y} r={1.8} />
        ))}
    </svg>
  );
}
