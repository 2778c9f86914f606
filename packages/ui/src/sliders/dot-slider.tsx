import { useId, useMemo, useRef } from 'react';
import { SliderThumb } from './slider-thumb.tsx';
import { type RailPlace, useRailDrag } from './use-rail-drag.ts';
import { useWidth } from '../use-width.ts';
import styles from './dot-slider.module.css';
import slider from './slider.module.css';

/** Diameter of a dot with enough space, and of the smallest one, px. With less space there are no dots. */
const largest = 9;
const smallest = 3.5;
/** Below this diameter an empty dot would be only its edge. */
const hollowFrom = 6.5;
/** Space that a dot of full size needs, px. */
const roomy = 15;
/** Height of the passed part of a rail without dots, px. */
const passedRail = 4;
/** Centre of the rail from the top, px; the slider is twice as high. */
const middle = 22;

export interface DotSliderProps {
  /** Positions of the dots along the rail, in rising order, from 0 to 1. */
  places: readonly RailPlace[];
  /** Index of the dot at the thumb. */
  index: number;
  /** Called when keys select another dot. */
  onIndex: (index: number) => void;
  /** Called when a pointer selects a position; the owner of the dots chooses the dot. */
  onPlace: (place: RailPlace) => void;
  label: string;
  /** The text that a screen reader announces for the dot at the thumb. */
  valueText: string;
}

/**
 * A slider with stops at the dots, wherever they are on its rail: dots before the thumb are full, dots after it empty.
 * Where there are too many to distinguish, the part before the thumb is a thicker line instead. The thumb is a native range input that counts the dots; we draw and drag it
 * ourselves.
 */
export function DotSlider({ places, index, onIndex, onPlace, label, valueText }: DotSliderProps) {
  const clip = useId();
  const input = useRef<HTMLInputElement>(null);
  const [width, measured] = useWidth();
  const { path, size } = useMemo(() => dotsOn(places, width), [places, width]);
  // Without dots the thumb is at the start.
  const at = places[index] ?? 0;

  const pointer = useRailDrag<null>({
    grab: () => {
      input.current?.focus({ preventScroll: true });
      return null;
    },
    drag: (_, place) => onPlace(Math.min(1, Math.max(0, place))),
  });

  return (
    <div ref={measured} className={slider.slider} {...pointer}>
      <svg className={styles.drawing} aria-hidden="true" data-dense={size < hollowFrom ? '' : undefined}>
        <clipPath id={clip}>
          {/* Up to the centre of the thumb, which hides the border between the two kinds. */}
          <rect x={-largest} y="0" width={largest + at * width} height={2 * middle} />
        </clipPath>
        <path className={styles.rail} d={`M0 ${middle}H${width}`} />
        {path === null ? (
          <path className={styles.passed} d={`M0 ${middle}H${at * width}`} strokeWidth={passedRail} />
        ) : (
          <>
            <path className={styles.edge} d={path} strokeWidth={size} />
            <path className={styles.hole} d={path} strokeWidth={size - 4} />
            <path className={styles.passed} d={path} strokeWidth={size} clipPath={`url(#${clip})`} />
          </>
        )}
      </svg>
      <SliderThumb
        ref={input}
        min={1}
        max={places.length}
        value={index + 1}
        onChange={(next) => onIndex(Math.min(places.length, Math.max(1, next)) - 1)}
        label={label}
        valueText={valueText}
        pageStep={7}
        left={`${Math.round(at * 100_000) / 1_000}%`}
        className={styles.thumb}
      />
    </div>
  );
}

/** All dots as one path of round points, and their diameter: the more dots, the smaller. No path for too many dots. */
function dotsOn(places: readonly RailPlace[], width: number) {
  const size = Math.min(largest, (largest * width) / (roomy * places.length));
  if (size < smallest) return { path: null, size };
  const path = places.map((place) => `M${Math.round(place * width * 10) / 10} ${middle}h.01`).join('');
  return { path, size };
}
