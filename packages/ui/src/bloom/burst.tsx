import { hues, petalAngle } from '../hues.ts';
import styles from './burst.module.css';

export interface BurstProps {
  /** Size in the units of the surrounding SVG, 20 to 66. */
  radius: number;
  /** Rotation in degrees. */
  turn: number;
  /** Strength at its fullest, .4 to .95. */
  opacity: number;
}

/** The longest drop, and the position of its dot: in radii, and in lengths of the drop. */
const longestDrop = 1 + 6 / 18;
const dotPlace = 1.2;

function dotRadius(radius: number): number {
  return Math.max(1.2, 0.035 * radius);
}

/** Distance from the centre to the outer edge of the farthest dot, in the unit of `radius`. */
export function burstReach(radius: number): number {
  return dotPlace * longestDrop * radius + dotRadius(radius);
}

/** One firework around the origin of an SVG: seven drops, one per axis. The caller places it and removes it after 5 s. */
export function Burst({ radius, turn, opacity }: BurstProps) {
  return (
    <g aria-hidden="true" opacity={opacity}>
      <g className={styles.burst}>
        <g transform={`rotate(${tidy(turn)})`}>
          {hues.map((hue, index) => {
            const q = radius * (1 + ((3 * index) % 7) / 18);
            const at = (part: number) => tidy(part * q);
            return (
              <g
                key={hue}
                className={styles.drop}
                data-hue={hue}
                transform={`rotate(${tidy((petalAngle(index) * 180) / Math.PI)})`}
              >
                <path
                  d={
                    `M0 ${at(-0.42)}C${at(0.045)} ${at(-0.62)} ${at(0.065)} ${at(-0.8)} 0 ${at(-1)}` +
                    `C${at(-0.065)} ${at(-0.8)} ${at(-0.045)} ${at(-0.62)} 0 ${at(-0.42)}Z`
                  }
                />
                <circle cx="0" cy={at(-dotPlace)} r={tidy(dotRadius(radius))} />
              </g>
            );
          })}
        </g>
      </g>
    </g>
  );
}

function tidy(value: number): number {
  return Math.round(value * 100) / 100;
}
