import type { AxisId } from '@nuances/domain/axes';

/** Pattern of a line, so that lines differ without colour, too. Lengths in px. */
export interface LinePattern {
  /** SVG dash array; undefined for a solid line. */
  readonly dashes?: string;
  readonly width: number;
  /** Shape of the markers on its points; undefined for none. */
  readonly marker?: 'disc' | 'ring' | 'diamond';
}

const plain = 2.4;
const dotted = 3.2;

/** One pattern for each axis; all are different. */
export const linePatterns: Readonly<Record<AxisId, LinePattern>> = {
  red: { width: plain },
  orange: { width: plain, dashes: '10 5' },
  yellow: { width: dotted, dashes: '1 6' },
  green: { width: plain, marker: 'disc' },
  cyan: { width: plain, dashes: '10 5', marker: 'diamond' },
  blue: { width: dotted, dashes: '1 6', marker: 'ring' },
  purple: { width: plain, dashes: '14 5 1 5' },
};

/** Half the width of a marker, px: disc and ring, and diamond. */
const round = 4.2;
const pointed = 5.4;

/** SVG path of a marker around a point. */
export function markerPath(marker: NonNullable<LinePattern['marker']>, x: number, y: number): string {
  if (marker === 'diamond')
    return `M${x - pointed} ${y}l${pointed} ${-pointed}l${pointed} ${pointed}l${-pointed} ${pointed}Z`;
  return `M${x - round} ${y}a${round} ${round} 0 1 1 ${2 * round} 0a${round} ${round} 0 1 1 ${-2 * round} 0Z`;
}
