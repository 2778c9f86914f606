import { axisIds, type AxisId } from '@nuances/domain/axes';
import { startOfDay } from '@nuances/domain/local-day';
import type { Period } from '@nuances/domain/period';
import type { MeanSpan, MeanUnit } from '@nuances/domain/scan-means';
import { Glyph } from '@nuances/ui/glyph';
import { IconButton } from '@nuances/ui/icon-button';
import { useWidth } from '@nuances/ui/use-width';
import { useMemo } from 'react';
import { useI18n } from '../../i18n/locale-store.ts';
import { heightOf, nearestSpan, placedSpans, type PlacedSpan } from './mean-paths.ts';
import { MeanRow } from './mean-row.tsx';
import { SpanBar } from './span-bar.tsx';
import { axisOf, periodEnds, spanLine } from './span-words.ts';
import { timeTicks } from './time-ticks.ts';
import { useWideWindow } from './use-wide-window.ts';
import styles from './mean-charts.module.css';

/** Heights of the enlarged chart and of the others, px. */
const heights = { roomy: { front: 192, other: 66 }, narrow: { front: 124, other: 53 } } as const;

interface Props {
  /** At least one, in time order. */
  readonly spans: readonly MeanSpan[];
  readonly unit: MeanUnit;
  readonly period: Period;
  readonly shown: number;
  readonly hidden: ReadonlySet<AxisId>;
  /** Axis whose chart is enlarged; null when all charts have the same height. */
  readonly front: AxisId | null;
  readonly onFront: (axis: AxisId | null) => void;
  readonly play: { readonly playing: boolean; readonly start: () => void; readonly pause: () => void };
  readonly onChoose: (index: number) => void;
}

/** Seven charts with a common time axis and cursor: mean and range of every week or month. */
export function MeanCharts({ spans, unit, period, shown, hidden, front, onFront, play, onChoose }: Props) {
  const words = useI18n();
  const { LL } = words;
  const size = useWideWindow() ? heights.roomy : heights.narrow;
  const roomy = size === heights.roomy;
  const [width, measured] = useWidth();
  const { from, to } = period;
  const placed = useMemo(() => placedSpans(spans, { from, to }, width), [spans, from, to, width]);
  const visible = axisIds.filter((axis) => !hidden.has(axis));
  // On a phone the enlarged chart comes first.
  const rows = roomy || front === null ? visible : [front, ...visible.filter((axis) => axis !== front)];
  const one = placed[shown];
  const spoken = front ?? visible[0] ?? axisIds[0];
  const ends = periodEnds(words, period);
  return (
    <div className={styles.charts}>
      <SpanBar
        placed={placed}
        width={width}
        unit={unit}
        shown={shown}
        front={spoken}
        playing={play.playing}
        onPlay={play.start}
        onPause={play.pause}
        onChoose={onChoose}
      />
      {one ? <p className={styles.now}>{spanLine(words, one.span, unit, spoken)}</p> : null}
      <div className={styles.rows}>
        <div ref={measured} className={styles.measure} />
        {rows.map((axis) => (
          <Row
            key={axis}
            axis={axis}
            placed={placed}
            one={one}
            width={width}
            height={axis === front ? size.front : size.other}
            isFront={axis === front}
            name={LL.stats.many[unit].chart({ right: LL.axis[axis].right(), ...ends })}
            read={LL.stats.many[unit].read()}
            onFront={onFront}
            onChoose={onChoose}
          />
        ))}
        {one && width > 0 ? (
          <span className={styles.cursor} style={{ insetInlineStart: `calc(var(--label) + ${one.x}px)` }} />
        ) : null}
      </div>
      <Ticks period={period} width={width} />
    </div>
  );
}

interface RowProps {
  readonly axis: AxisId;
  readonly placed: readonly PlacedSpan[];
  readonly one: PlacedSpan | undefined;
  readonly width: number;
  readonly height: number;
  readonly isFront: boolean;
  readonly name: string;
  readonly read: string;
  readonly onFront: (axis: AxisId | null) => void;
  readonly onChoose: (index: number) => void;
}

/** One axis: a button with its pole, and its chart. */
function Row({ axis, placed, one, width, height, isFront, name, read, onFront, onChoose }: RowProps) {
  const { LL } = useI18n();
  const choose = (x: number) => onChoose(nearestSpan(placed, x));
  return (
    <div className={styles.row} data-hue={axis} data-front={isFront ? '' : undefined}>
      <div className={styles.label}>
        <button
          type="button"
          className={styles.pole}
          aria-expanded={isFront}
          aria-label={isFront ? undefined : LL.stats.many.front({ pole: LL.axis[axis].right() })}
          onClick={() => onFront(isFront ? null : axis)}
        >
          <Glyph hue={axis} size={22} />
          <span>{LL.axis[axis].right()}</span>
        </button>
        {isFront ? (
          <>
            <p className={styles.below}>{LL.stats.many.below({ left: LL.axis[axis].left() })}</p>
            <p className={styles.read}>{read}</p>
            <IconButton
              icon="close"
              iconSize={20}
              label={LL.stats.many.back()}
              className={styles.close}
              onClick={() => onFront(null)}
            />
          </>
        ) : null}
      </div>
      <div
        className={styles.chart}
        role="img"
        aria-label={name}
        onPointerDown={(event) => choose(event.clientX - event.currentTarget.getBoundingClientRect().left)}
        onPointerMove={(event) => {
          if (event.buttons > 0) choose(event.clientX - event.currentTarget.getBoundingClientRect().left);
        }}
      >
        <svg width={width} height={height} className={styles.picture} aria-hidden="true">
          {width > 0 ? <MeanRow axis={axis} placed={placed} width={width} height={height} front={isFront} /> : null}
          {one ? (
            <circle
              className={styles.disc}
              cx={one.x}
              cy={heightOf(axisOf(one.span, axis).mean, height)}
              r={isFront ? 6 : 4.5}
            />
          ) : null}
        </svg>
      </div>
    </div>
  );
}

/** Labels of the common time axis. */
function Ticks({ period, width }: { readonly period: Period; readonly width: number }) {
  const { locale } = useI18n();
  const [from, to] = [startOfDay(period.from), startOfDay(period.to)];
  if (width === 0) return null;
  const whole = startOfDay(period.to + 1) - from;
  return (
    <div className={styles.ticks} aria-hidden="true">
      {timeTicks(from, to, width, locale).map(({ at, text }) => {
        const place = `${Math.round(((at - from) / whole) * 10_000) / 100}%`;
        return (
          <span key={at} style={{ left: place, translate: `-${place} 0` }}>
            {text}
          </span>
        );
      })}
    </div>
  );
}
