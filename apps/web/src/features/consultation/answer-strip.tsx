import { answerMax, answerMiddle, answerMin, shareOfAxis } from '@nuances/domain/scan/scoring';
import type { AxisRow } from './page-content.ts';
import styles from './page-sheet.module.css';

const width = 190;
const height = 18;
const xOf = (value: number) => 7 + shareOfAxis(value) * (width - 14);
const values = Array.from({ length: answerMax - answerMin + 1 }, (_, index) => answerMin + index);
/** Width of the range of equal answers, px. */
const leastRange = 6;

/** A scale from 1 to 10: a bar for the usual range, a hollow disc for the mean, a tick in the middle. */
export function AnswerStrip({ row: { usual, mean, stripAlt } }: { readonly row: AxisRow }) {
  const y = height / 2;
  const range = Math.max(xOf(usual.high) - xOf(usual.low), leastRange);
  return (
    <svg className={styles.strip} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={stripAlt}>
      <path
        className={styles.rule}
        d={`M${xOf(answerMin)} ${y}H${xOf(answerMax)}${values.map((value) => `M${xOf(value)} ${y - 2.5}v5`).join('')}`}
      />
      <path className={styles.soft} d={`M${xOf(answerMiddle)} ${y - 8.5}v17`} />
      <rect
        className={styles.range}
        x={(xOf(usual.low) + xOf(usual.high) - range) / 2}
        y={y - 3.5}
        width={range}
        height={7}
      />
      <circle className={styles.mean} cx={xOf(mean)} cy={y} r={6.5} />
    </svg>
  );
}
