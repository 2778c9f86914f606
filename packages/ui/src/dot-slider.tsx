import { useId, useMemo, useRef } from 'react';
import { classNames } from './class-names.ts';
import { SliderThumb } from './slider-thumb.tsx';
import { type RailPlace, useDragAlong } from './use-drag-along.ts';
import { useWidth } from './use-width.ts';
import styles from './dot-slider.module.css';
import slider from './slider.module.css';

/** Diameter of a dot with room around it, and of the smallest one, px. */
const largest = 9;
const smallest = 4;
/** Below this diameter an empty dot would be no more than its edge. */
const hollowFrom = 6.5;
/** Room that a dot of full size wants for itself, px. */
const roomy = 15;
/** Dots nearer to the one before than this add nothing to see, px. */
const apart = 2;
/** Middle of the rail below the top, px; the slider is twice as high. */
const middle = 22;

export interface DotSliderProps {
  /** Where the dots are along the rail, in rising order, 0 at its beginning and 1 at its end. */
  places: readonly RailPlace[];
  /** Which dot the thumb stands on. */
  index: number;
  /** Keys chose another dot. */
  onIndex: (index: number) => void;
  /** A pointer chose a place; the owner of the dots decides which one is meant. */
  onPlace: (place: RailPlace) => void;
  label: string;
  /** What a screen reader says of the dot under the thumb. */
  valueText: string;
  /** Steps of the Page keys. */
  pageStep?: number | undefined;
  className?: string | undefined;
}

/**
 * A slider that stops at dots wherever they are on its rail: passed dots are full, those to come are empty. Thousands
 * of them are one drawing. The thumb is a native range input that counts the dots; what is seen and dragged is ours.
 */
export function DotSlider({
  places,
  index,
  onIndex,
  onPlace,
  label,
  valueText,
  pageStep = 7,
  className,
}: DotSliderProps) {
  const clip = useId();
  const input = useRef<HTMLInputElement>(null);
  const [width, measured] = useWidth();
  const { path, size } = useMemo(() => dotsOn(places, width), [places, width]);
  const at = places[index] ?? 0;

  const pointer = useDragAlong<null>({
    grab: () => {
      input.current?.focus({ preventScroll: true });
      return null;
    },
    drag: (_, place) => onPlace(Math.min(1, Math.max(0, place))),
  });

  return (
    <div ref={measured} className={classNames(slider.slider, className)} {...pointer}>
      <svg className={styles.drawing} aria-hidden="true" data-dense={size < hollowFrom ? '' : undefined}>
        <clipPath id={clip}>
          {/* Up to the middle of the thumb, which hides where the two kinds meet. */}
          <rect x={-largest} y="0" width={largest + at * width} height={2 * middle} />
        </clipPath>
        <path className={styles.rail} d={`M0 ${middle}H${width}`} />
        <path className={styles.edge} d={path} strokeWidth={size} />
        <path className={styles.hole} d={path} strokeWidth={size - 4} />
        <path className={styles.passed} d={path} strokeWidth={size} clipPath={`url(#${clip})`} />
      </svg>
      <SliderThumb
        ref={input}
        min={1}
        max={places.length}
        value={index + 1}
        onChange={(next) => onIndex(Math.min(places.length, Math.max(1, next)) - 1)}
        label={label}
        valueText={valueText}
        pageStep={pageStep}
        left={`${Math.round(at * 100_000) / 1_000}%`}
        className={styles.thumb}
      />
    </div>
  );
}

/** All dots as one path of round points, and their diameter: the more there are, the smaller. */
function dotsOn(places: readonly RailPlace[], width: number) {
  const size = Math.min(largest, Math.max(smallest, (largest * width) / (roomy * places.length)));
  let path = '';
  let last = -Infinity;
  for (const place of places) {
    const x = Math.round(place * width * 10) / 10;
    if (x - last < apart) continue;
    last = x;
    path += `M${x} ${middle}h.01`;
  }
  return { path, size };
}
