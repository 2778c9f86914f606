import { axisIds, type AxisId } from '@nuances/domain/axes';
import { answerOf } from '@nuances/domain/scan/scoring';
import { Glyph } from '@nuances/ui/glyph';
import { letterScale, useWidth } from '@nuances/ui/use-width';
import { prefersReducedMotion } from '@nuances/ui/reduced-motion';
import { useState, memo, useLayoutEffect, useRef, type RefObject } from 'react';
import type { DatedScan } from '../../i18n/scan-time.ts';
import { useI18n } from '../../i18n/locale-store.ts';
import { heightOf, placeOf, chartPaths } from './chart-paths.ts';
import { shownTimes, type ChartPoints } from './chart-points.ts';
import type { CourseSentence } from './course-sentence.ts';
import { timeTicks } from './time-ticks.ts';
import { useWideWindow } from '../../browser/use-wide-layout.ts';
import styles from './separate-charts.module.css';
import { markerPath } from './line-patterns.ts';

/** Answers with a grid line and a label in the open chart. */
const levels = [1, 4, 7, 10];
/** Middle of the scale of answers. */
const middle = 5.5;

/** Line, band and dots of one axis. Memoized: renders for a new period or size, not for each shown scan. */
const SeparateRow = memo(function SeparateRow({ axis, points, width, height, open }: SeparateRowProps) {
  const { line, band, dots } = chartPaths(points, axis, width, height);
  const y = heightOf(middle, height);
  return (
    <g data-hue={axis} data-chart={axis} data-open={open ? '' : undefined} className={styles.drawing}>
      {open
        ? levels.map((level) => (
            <g key={level}>
              <path className={styles.grid} d={`M0 ${heightOf(level, height)}H${width}`} />
              <text className={styles.level} x={-10} y={heightOf(level, height)} dy="0.32em" textAnchor="end">
                {level}
              </text>
            </g>
          ))
        : null}
      <path className={styles.middle} d={`M0 ${y}H${width}`} />
      <path className={styles.band} d={band} />
      <path className={styles.line} d={line} />
      {/* Spans without a neighbour; a scan has no range. */}
      <path
        className={styles.loneBand}
        d={dots.map(({ x, low, high }) => (low === high ? '' : `M${x} ${high}V${low}`)).join('')}
      />
      <path className={styles.dot} data-dots="" d={dots.map((dot) => markerPath('dot', dot.x, dot.y)).join('')} />
    </g>
  );
});

/** Heights of the open chart and of the others, px. */
const heights = { roomy: { open: 192, other: 52 }, narrow: { open: 124, other: 38 } } as const;

interface Props {
  readonly points: ChartPoints;
  readonly scan: DatedScan;
  readonly sentences: readonly CourseSentence[];
  /** The days that they are about. */
  readonly days: string;
  readonly onChooseTime: (at: number) => void;
}

const growMs = 220;

const rowsIn = (box: HTMLElement | null) => [...(box?.querySelectorAll<HTMLElement>(':scope > [data-hue]') ?? [])];

/**
 * Animates the height of the rows that change it, when another one opens or the open one closes.
 * @returns a function to call just before that change
 */
function useGrowingRows(rows: RefObject<HTMLElement | null>, open: AxisId | null): () => void {
  const before = useRef<readonly number[]>([]);
  useLayoutEffect(() => {
    const heights = before.current;
    before.current = [];
    if (prefersReducedMotion()) return;
    for (const [index, row] of rowsIn(rows.current).entries()) {
      // One that still grows would hide the height that the row has now.
      for (const running of row.getAnimations()) running.cancel();
      const [from, to] = [heights[index] ?? row.offsetHeight, row.offsetHeight];
      if (from === to) continue;
      // Until it has its height, what is too high for it would lie over the next one.
      row.animate(
        { height: [`${from}px`, `${to}px`], overflow: ['clip', 'clip'] },
        { duration: growMs, easing: 'cubic-bezier(.5, 0, .2, 1)' },
      );
    }
  }, [rows, open]);
  return () => {
    before.current = rowsIn(rows.current).map((row) => row.offsetHeight);
  };
}

/** Seven charts with a common time axis and cursor. */
export function SeparateCharts({ points, scan, sentences, days, onChooseTime }: Props) {
  const { LL } = useI18n();
  const by = points.unit && LL.stats.say.by[points.unit]();
  const roomy = useWideWindow();
  const [width, measured] = useWidth();
  const [open, setOpen] = useState<AxisId | null>(null);
  const rows = useRef<HTMLDivElement>(null);
  const measureRows = useGrowingRows(rows, open);
  const size = roomy ? heights.roomy : heights.narrow;
  const x = placeOf(points, scan.at, width);
  const [first, last] = shownTimes(points);
  return (
    <div
      className={styles.charts}
      data-by={by === null ? undefined : ''}
      role="group"
      aria-label={by ? `${LL.stats.say.title()}, ${by}` : LL.stats.say.title()}
    >
      <div ref={rows} className={styles.rows}>
        <div ref={measured} className={styles.measure} />
        {width > 0 ? (
          <span className={styles.cursor} style={{ insetInlineStart: `calc(var(--label) + ${x}px)` }} />
        ) : null}
        {axisIds.map((axis, index) => (
          <Row
            key={axis}
            axis={axis}
            points={points}
            value={answerOf(scan.answers, axis)}
            x={x}
            width={width}
            height={axis === open ? size.open : size.other}
            isOpen={axis === open}
            // Of weeks and months the foot says what the sentences are about, so that each has one line.
            sentence={sentences[index]?.[roomy && by === null ? 'long' : 'short'] ?? ''}
            days={days}
            onToggle={() => {
              measureRows();
              setOpen(axis === open ? null : axis);
            }}
            onChoose={(place) => onChooseTime(first + place * (last - first))}
          />
        ))}
      </div>
      <div className={styles.foot}>
        {by === null ? null : (
          <p className={styles.by} aria-hidden="true">
            {by}
          </p>
        )}
        <Ticks points={points} width={width} />
      </div>
    </div>
  );
}

interface RowProps {
  readonly axis: AxisId;
  readonly points: ChartPoints;
  /** Answer of the shown scan, and its place. */
  readonly value: number;
  readonly x: number;
  readonly width: number;
  readonly height: number;
  readonly isOpen: boolean;
  readonly sentence: string;
  readonly days: string;
  readonly onToggle: () => void;
  /** Called with a position in the chart, from 0 to 1. */
  readonly onChoose: (place: number) => void;
}

/** One axis: a button with its pole, its chart, and what the chart shows. */
function Row({ axis, points, value, x, width, height, isOpen, sentence, days, onToggle, onChoose }: RowProps) {
  const { LL } = useI18n();
  const right = LL.axis[axis].right();
  const choose = (clientX: number, target: Element) =>
    onChoose((clientX - target.getBoundingClientRect().left) / Math.max(1, width));
  return (
    <div className={styles.row} data-hue={axis} data-open={isOpen ? '' : undefined}>
      <div className={styles.label}>
        <button
          type="button"
          className={styles.pole}
          aria-expanded={isOpen}
          aria-label={isOpen ? undefined : LL.stats.many.front({ pole: right })}
          onClick={onToggle}
        >
          <Glyph hue={axis} className={styles.glyph} />
          <span>{right}</span>
        </button>
        <p className={styles.below}>{LL.stats.many.below({ left: LL.axis[axis].left() })}</p>
        {isOpen && points.unit !== null ? <p className={styles.read}>{LL.stats.many[points.unit].read()}</p> : null}
      </div>
      <div
        className={styles.chart}
        role="img"
        aria-label={LL.stats.say.name({ right: `${right}, ${days}`, sentence })}
        onPointerDown={(event) => choose(event.clientX, event.currentTarget)}
        onPointerMove={(event) => {
          if (event.buttons > 0) choose(event.clientX, event.currentTarget);
        }}
      >
        <svg width={width} height={height} className={styles.picture} aria-hidden="true">
          {width > 0 ? (
            <>
              <SeparateRow axis={axis} points={points} width={width} height={height} open={isOpen} />
              <circle className={styles.disc} cx={x} cy={heightOf(value, height)} r={isOpen ? 6 : 4.5} />
            </>
          ) : null}
        </svg>
      </div>
      {/* The name of the chart says the same to a screen reader. */}
      <p className={styles.sentence} aria-hidden="true">
        {sentence}
      </p>
    </div>
  );
}

/** Labels of the common time axis. */
function Ticks({ points, width }: { readonly points: ChartPoints; readonly width: number }) {
  const { locale } = useI18n();
  if (width === 0) return null;
  return (
    <div className={styles.ticks} aria-hidden="true">
      {timeTicks(points, width / letterScale(), locale).map(({ at, text, month }) => {
        const place = `${Math.round((placeOf(points, at, width) / width) * 10_000) / 100}%`;
        return (
          <span
            key={at}
            data-month={month ? '' : undefined}
            style={{ left: place, translate: `-${month ? '50%' : place} 0` }}
          >
            {text}
          </span>
        );
      })}
    </div>
  );
}

interface SeparateRowProps {
  readonly axis: AxisId;
  readonly points: ChartPoints;
  readonly width: number;
  readonly height: number;
  /** Whether this is the open chart, with labels and grid. */
  readonly open: boolean;
}
