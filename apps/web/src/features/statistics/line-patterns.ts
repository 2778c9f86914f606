import type { AxisId } from '@nuances/domain/axes';

/** Pattern of a line, so that lines differ without colour, too. Lengths in px. */
export interface LinePattern {
  /** SVG dash array; undefined for a solid line. */
  readonly dashes?: string;
  readonly width: number;
  /** Shape of the markers on its points. */
  readonly marker: 'dot' | 'disc' | 'ring' | 'diamond';
}

const plain = 2.4;
const dotted = 3.2;

/** One pattern for each axis; all are different. */
export const linePatterns: Readonly<Record<AxisId, LinePattern>> = {
  red: { width: plain, marker: 'dot' },
  orange: { width: plain, dashes: '10 5', marker: 'dot' },
  yellow: { width: dotted, dashes: '1 6', marker: 'dot' },
  green: { width: plain, marker: 'disc' },
  cyan: { width: plain, dashes: '10 5', marker: 'diamond' },
  blue: { width: dotted, dashes: '1 6', marker: 'ring' },
  purple: { width: plain, dashes: '14 5 1 5', marker: 'dot' },
};

/** Half the width of a marker, px: dot, disc and ring, and diamond. */
const small = 2.5;
const round = 4.2;
const pointed = 5.4;

/** With at least so much width for each point all have markers; else markers have a larger distance, px. */
const allMarkedFrom = 12;
const sparse = 60;
/** Distance between lines that would cover each other, px. */
const apart = 1.5;

/** SVG path of a marker around a point. */
export function markerPath(marker: LinePattern['marker'], x: number, y: number): string {
  if (marker === 'diamond')
    return `M${x - pointed} ${y}l${pointed} ${-pointed}l${pointed} ${pointed}l${-pointed} ${pointed}Z`;
  const r = marker === 'dot' ? small : round;
  return `M${x - r} ${y}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0Z`;
}

/**
 * The points of a line that get a marker: all where there is room, else the last and those before it that have enough
 * distance. Keeps the given order.
 * @param width of the whole chart, px
 */
export function markedPoints<P extends { readonly x: number }>(points: readonly P[], width: number): readonly P[] {
  if (width / points.length >= allMarkedFrom) return points;
  const marked: P[] = [];
  for (const point of points.toReversed()) {
    const next = marked.at(-1);
    if (!next || next.x - point.x >= sparse) marked.push(point);
  }
  return marked.reverse();
}

/** How far to move a point of each line down, px, so that lines of the same value stay beside each other. */
export function apartOffsets(values: readonly number[]): number[] {
  return values.map((value, index) => {
    const same = values.flatMap((other, place) => (other === value ? [place] : []));
    return (same.indexOf(index) - (same.length - 1) / 2) * apart;
  });
}
