import { startOfDay } from '@nuances/domain/local-day';
import type { MoodCourse, MoodSpan } from '@nuances/domain/moods/mood-lines';
import styles from './mood-lines.module.css';

/** Height of a chart and the space above and below its scale, px. */
const height = 132;
const padding = 12;
/** Days, weeks or months without a mood end a line from so many on. */
const gap = { day: 3, week: 14, month: 62 } as const;

interface Props {
  readonly course: MoodCourse;
  readonly scale: number;
  /** The ends of the time axis, milliseconds. */
  readonly first: number;
  readonly last: number;
  readonly width: number;
}

/** The line of one journal's moods; nothing is smoothed. */
export function MoodChart({ course, scale, first, last, width }: Props) {
  const yOf = (value: number) => padding + ((scale - value) / (scale - 1)) * (height - 2 * padding);
  const placeOf = ({ from, to, mean }: MoodSpan) => {
    const at = (startOfDay(from) + startOfDay(to + 1)) / 2;
    return `${(((at - first) / (last - first)) * width).toFixed(2)} ${yOf(mean).toFixed(2)}`;
  };
  const runs: MoodSpan[][] = [];
  for (const span of course.spans) {
    const run = runs.at(-1);
    const before = run?.at(-1);
    if (run && before && span.from - before.to <= gap[course.unit]) run.push(span);
    else runs.push([span]);
  }
  const isLone = (run: readonly MoodSpan[]) => run.length === 1 || course.unit === 'day';
  const levels = [1, (1 + scale) / 2, scale];
  return (
    <svg className={styles.picture} width={width} height={height} aria-hidden="true">
      {levels.map((level) => (
        <path
          key={level}
          className={styles.grid}
          data-middle={level === levels[1] ? '' : undefined}
          d={`M0 ${yOf(level)}H${width}`}
        />
      ))}
      {[1, scale].map((level) => (
        <text key={level} className={styles.level} x={-10} y={yOf(level)} dy="0.32em" textAnchor="end">
          {level}
        </text>
      ))}
      <path className={styles.path} d={runs.map((run) => `M${run.map(placeOf).join('L')}`).join('')} />
      {runs
        .filter(isLone)
        .flat()
        .map((span) => {
          const [x, y] = placeOf(span).split(' ');
          return <rect key={span.from} className={styles.dot} x={x} y={y} width="5" height="5" />;
        })}
    </svg>
  );
}
