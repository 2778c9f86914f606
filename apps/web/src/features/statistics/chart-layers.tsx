import type { LineCustomSvgLayerProps } from '@nivo/line';
import { axisIds, type AxisId } from '@nuances/domain/axes';
import { itemAt } from '@nuances/domain/item-at';
import { nearestScan } from '@nuances/domain/statistics/scan-series';
import { answerOf } from '@nuances/domain/scan/scoring';
import { classNames } from '@nuances/ui/class-names';
import { GlyphPath } from '@nuances/ui/glyph';
import { letterScale } from '@nuances/ui/use-width';
import type { PointerEvent } from 'react';
import { useI18n } from '../../i18n/locale-store.ts';
import { useChart } from './chart-context.ts';
import { axisAt, shownTimes } from './chart-points.ts';
import { apartOffsets, linePatterns, markedPoints, markerPath } from './line-patterns.ts';
import { spread } from './spread.ts';
import { timeTicks } from './time-ticks.ts';
import styles from './chart.module.css';

/** One line in nivo's format: times in milliseconds, and answers. */
export interface ChartSeries {
  readonly id: AxisId;
  readonly data: readonly { readonly x: number; readonly y: number }[];
}

type LayerProps = LineCustomSvgLayerProps<ChartSeries>;

/**
 * Px between two glyphs at the ends of lines, from the end of a line to the centre of its glyph, and to both ends of
 * the connecting line between them.
 */
const glyphGap = 25;
const glyphAway = 26;
const leaderFrom = 7;
const leaderTo = 13;

/** Labels of the time axis: days, or hours. */
export function TimeLayer({ innerWidth, innerHeight, xScale }: LayerProps) {
  const { points } = useChart();
  const { locale } = useI18n();
  const ticks = timeTicks(points, innerWidth / letterScale(), locale);
  const anchor = (index: number, month: boolean) => {
    if (ticks.length === 1 || month) return 'middle';
    if (index === 0) return 'start';
    return index === ticks.length - 1 ? 'end' : 'middle';
  };
  return ticks.map(({ at, text, month }, index) => (
    <g key={at} className={styles.tick}>
      {month ? <path className={styles.tickMark} d={`M${xScale(at)} ${innerHeight}v6`} /> : null}
      <text x={xScale(at)} y={innerHeight + 24} textAnchor={anchor(index, month)}>
        {text}
      </text>
    </g>
  ));
}

/** The seven lines, each with its own pattern and markers. */
export function LinesLayer({ innerWidth, xScale, yScale, lineGenerator }: LayerProps) {
  const { points, hidden, highlighted } = useChart();
  const visible = axisIds.filter((axis) => !hidden.has(axis));
  const offsets = new Map(
    points.runs.flatMap((run) =>
      run.map((point) => [point, apartOffsets(visible.map((axis) => axisAt(point, axis).mean))] as const),
    ),
  );
  return visible.map((axis, index) => {
    const { dashes, width, marker } = linePatterns[axis];
    const runs = points.runs.map((run) =>
      run.map((point) => ({
        x: xScale(point.at),
        y: yScale(axisAt(point, axis).mean) + (offsets.get(point)?.[index] ?? 0),
      })),
    );
    return (
      <g
        key={axis}
        data-hue={axis}
        data-line={axis}
        className={classNames(styles.line, highlighted !== null && highlighted !== axis && styles.faded)}
      >
        <path d={runs.map((run) => lineGenerator(run) ?? '').join('')} strokeWidth={width} strokeDasharray={dashes} />
        <path
          className={styles[marker]}
          data-marker={marker}
          d={markedPoints(runs.flat(), innerWidth)
            .map(({ x, y }) => markerPath(marker, x, y))
            .join('')}
        />
      </g>
    );
  });
}

/** The glyph at the right end of each line. Glyphs that would overlap are moved apart and connected to their lines. */
export function EndsLayer({ innerHeight, xScale, yScale }: LayerProps) {
  const { points, hidden, highlighted } = useChart();
  const last = points.runs.at(-1)?.at(-1);
  if (!last) return null;
  const ends = axisIds
    .map((axis) => ({ axis, y: yScale(axisAt(last, axis).mean) }))
    .filter(({ axis }) => !hidden.has(axis));
  const places = spread(
    ends.map(({ y }) => y),
    glyphGap,
    0,
    innerHeight,
  );
  const x = xScale(last.at);
  return ends.map(({ axis, y }, index) => {
    const place = places[index] ?? y;
    return (
      <g
        key={axis}
        data-hue={axis}
        data-end={axis}
        className={classNames(styles.end, highlighted !== null && highlighted !== axis && styles.faded)}
      >
        <path d={`M${x + leaderFrom} ${y}L${x + leaderTo} ${place}`} />
        <GlyphPath className={styles.glyph} hue={axis} x={x + glyphAway} y={place} size={22} />
      </g>
    );
  });
}

/** A thin vertical line at the scan under the pointer. */
export function InspectLayer({ innerHeight, xScale }: LayerProps) {
  const { scans, inspected } = useChart();
  const scan = inspected === null ? undefined : scans[inspected];
  return scan ? <path className={styles.inspected} d={`M${xScale(scan.at)} 0V${innerHeight}`} /> : null;
}

/** The cursor: a vertical line at the shown scan, and a dot on each line. */
export function CursorLayer({ innerHeight, xScale, yScale }: LayerProps) {
  const { scans, shown, hidden, highlighted, reach } = useChart();
  const scan = scans[shown];
  if (!scan) return null;
  const x = xScale(scan.at);
  return (
    <>
      {/* A single scan needs no cursor. */}
      {scans.length > 1 ? <path className={styles.cursor} d={`M${x} ${-reach}V${innerHeight}`} /> : null}
      {axisIds.map((axis) =>
        hidden.has(axis) ? null : (
          <circle
            key={axis}
            data-hue={axis}
            className={classNames(styles.shown, highlighted !== null && highlighted !== axis && styles.faded)}
            cx={x}
            cy={yScale(answerOf(scan.answers, axis))}
            r="5.5"
          />
        ),
      )}
    </>
  );
}

/** How far from a point a mouse, and a finger, still mean it, px. */
const pointReach = { mouse: 8, touch: 14 } as const;

/** Transparent area that maps the pointer to the scan nearest in time. A press on a point opens its scan, elsewhere it moves the cursor. */
export function PointerLayer({ innerWidth, innerHeight, xScale, yScale }: LayerProps) {
  const { scans, points, inspected, hidden, onInspect, onChoose, onOpen } = useChart();
  const isOnPoint = (event: PointerEvent<SVGRectElement>, index: number) => {
    // Means belong to no single scan.
    if (points.unit !== null) return false;
    const scan = itemAt(scans, index);
    const box = event.currentTarget.getBoundingClientRect();
    const reach = event.pointerType === 'touch' ? pointReach.touch : pointReach.mouse;
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    return axisIds.some(
      (axis) => !hidden.has(axis) && Math.hypot(x - xScale(scan.at), y - yScale(answerOf(scan.answers, axis))) <= reach,
    );
  };
  const nearest = (event: PointerEvent<SVGRectElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const [first, last] = shownTimes(points);
    return nearestScan(scans, first + ((event.clientX - box.left) / Math.max(1, box.width)) * (last - first));
  };
  return (
    <rect
      className={styles.ground}
      width={innerWidth}
      height={innerHeight}
      onPointerMove={(event) => {
        if (event.pointerType === 'touch') return;
        const index = nearest(event);
        if (index !== inspected) onInspect(index, false);
      }}
      onPointerLeave={(event) => {
        if (event.pointerType !== 'touch') onInspect(null, false);
      }}
      onPointerUp={(event) => {
        if (event.button !== 0) return;
        const index = nearest(event);
        if (isOnPoint(event, index)) {
          onChoose(index);
          onOpen(index);
          return;
        }
        // A second touch of the same scan closes its tooltip.
        if (event.pointerType === 'touch') onInspect(index === inspected ? null : index, true);
        onChoose(index);
      }}
    />
  );
}
