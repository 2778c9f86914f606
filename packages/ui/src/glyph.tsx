import { classNames } from './class-names.ts';
import type { NoteHue } from './hues.ts';
import styles from './glyph.module.css';

/** One glyph per axis on a 24 x 24 grid, optical area 18 x 18; never mirrored, and always in the colour of its axis. */
const paths: Record<NoteHue, string> = {
  red: 'M12 3.2 19 5.9v5.3c0 4.5-2.8 7.6-7 9.6-4.2-2-7-5.1-7-9.6V5.9z M12 8v8.2',
  orange: 'M3.6 11.6h16.8a8.4 8.4 0 0 1-16.8 0z M7 8c1.4-1.2 3.1-1.8 5-1.8S15.6 6.8 17 8 M9 20.6h6',
  yellow:
    'M12 8.1a3.9 3.9 0 1 1 0 7.8a3.9 3.9 0 0 1 0-7.8z M12 2.6v2 M12 19.4v2 M2.6 12h2 M19.4 12h2 M5.35 5.35l1.4 1.4 M17.25 17.25l1.4 1.4 M5.35 18.65l1.4-1.4 M17.25 6.75l1.4-1.4',
  green:
    'M12 20.3C6.5 16.3 3.4 13 3.4 9.2A4.6 4.6 0 0 1 12 6.9A4.6 4.6 0 0 1 20.6 9.2C20.6 13 17.5 16.3 12 20.3z M12 20V12.6 M12 15.2l2.6-2.4',
  cyan: 'M12 2.6a1.9 1.9 0 1 1 0 3.8a1.9 1.9 0 0 1 0-3.8z M12 8.6a3.4 3.4 0 1 1 0 6.8a3.4 3.4 0 0 1 0-6.8z M12 17.6a1.9 1.9 0 1 1 0 3.8a1.9 1.9 0 0 1 0-3.8z M12 6.4v2.2 M12 15.4v2.2',
  blue: 'M3 8.2c2.25-2 4.5-2 6.75 0s4.5 2 6.75 0c1.5-1.35 3-1.8 4.5-1.35 M3 13c2.25-2 4.5-2 6.75 0s4.5 2 6.75 0c1.5-1.35 3-1.8 4.5-1.35 M7 17.9c1.7-1.5 3.4-1.5 5.1 0s3.4 1.5 5.1 0',
  purple:
    'M12.3 2.8C16.3 6.6 18.2 9.7 18.2 13.4A6.2 6.2 0 0 1 5.8 13.4C5.8 11 6.8 9 8.5 7.3C8.9 8.9 9.7 9.9 10.9 10.5C10.7 7.7 11.1 5.1 12.3 2.8z M12 19.6c-1.7-1.5-1.7-3.3 0-5c1.7 1.7 1.7 3.5 0 5z',
  other: 'M5 6.5h14 M5 12h14 M5 17.5h8',
};

export interface GlyphPathProps {
  hue: NoteHue;
  /** Centre of the glyph in the coordinates of the surrounding SVG. */
  x?: number | undefined;
  y?: number | undefined;
  /** Side of its 24 x 24 square in those coordinates. */
  size?: number | undefined;
  className?: string | undefined;
}

/** The glyph as a `<path>` inside another SVG, with a stroke of 1.9 on its own grid in `currentColor`. */
export function GlyphPath({ hue, x = 0, y = 0, size = 24, className }: GlyphPathProps) {
  const scale = size / 24;
  return (
    <path
      className={classNames(styles.embedded, className)}
      d={paths[hue]}
      transform={`translate(${tidy(x - size / 2)} ${tidy(y - size / 2)}) scale(${tidy(scale)})`}
    />
  );
}

export interface GlyphProps {
  hue: NoteHue;
  /** Side of the square in px at the usual font size. */
  size?: number | undefined;
  className?: string | undefined;
}

/** The glyph alone, in the strong colour of its axis; decorative, because text beside it names the axis. */
export function Glyph({ hue, size = 22, className }: GlyphProps) {
  return (
    <svg
      aria-hidden="true"
      className={classNames(styles.glyph, className)}
      data-hue={hue}
      width={`${size / 16}rem`}
      height={`${size / 16}rem`}
      viewBox="0 0 24 24"
    >
      <path d={paths[hue]} />
    </svg>
  );
}

function tidy(value: number): number {
  return Math.round(value * 1000) / 1000;
}
