import { useRef } from 'react';
import { classNames } from '../class-names.ts';
import { SliderThumb } from './slider-thumb.tsx';
import { type RailPlace, useRailDrag } from './use-rail-drag.ts';
import styles from './range-slider.module.css';
import slider from './slider.module.css';

/** Radius of a thumb, px; its centre keeps this distance from the ends. */
const thumbRadius = 14;
/** A press this near to the centre of a thumb drags it without moving it first, px; half of its target. */
const reach = 22;
/** Steps of the Page keys: a week. */
const weekDays = 7;

export interface RangeSliderProps {
  /** Whole steps. */
  min: number;
  max: number;
  from: number;
  to: number;
  onFrom: (value: number) => void;
  onTo: (value: number) => void;
  fromLabel: string;
  toLabel: string;
  /** The text that a screen reader announces for a value. */
  valueText: (value: number) => string;
  className?: string | undefined;
}

interface Grip {
  /** Which thumb; null when both are at one place, until the first movement. */
  end: 'from' | 'to' | null;
  /** Distance from the centre of the thumb to the press. */
  readonly offset: RailPlace;
}

/**
 * Two thumbs on one rail that may meet and never pass each other. Each is a native range input, so keys, role and value
 * work with every assistive technology; we draw and drag them ourselves. A press beside the thumbs moves the nearer
 * one.
 */
export function RangeSlider({
  min,
  max,
  from,
  to,
  onFrom,
  onTo,
  fromLabel,
  toLabel,
  valueText,
  className,
}: RangeSliderProps) {
  const fromInput = useRef<HTMLInputElement>(null);
  const toInput = useRef<HTMLInputElement>(null);
  const span = max - min;
  // With a range of zero the thumbs are at both ends.
  const fromPlace = span === 0 ? 0 : (from - min) / span;
  const toPlace = span === 0 ? 1 : (to - min) / span;

  const move = (end: 'from' | 'to', value: number) => {
    if (end === 'from') {
      const next = Math.min(Math.max(value, min), to);
      if (next !== from) onFrom(next);
    } else {
      const next = Math.max(Math.min(value, max), from);
      if (next !== to) onTo(next);
    }
  };

  const take = (end: 'from' | 'to') => {
    (end === 'from' ? fromInput : toInput).current?.focus({ preventScroll: true });
    return end;
  };

  const pointer = useRailDrag<Grip>({
    inset: thumbRadius,
    grab: (at, width) => {
      const toFrom = Math.abs(at - fromPlace);
      const toTo = Math.abs(at - toPlace);
      const near = Math.min(toFrom, toTo) * width <= reach;
      if (fromPlace === toPlace) {
        if (near) return { end: null, offset: at - fromPlace };
        return { end: take(at < fromPlace ? 'from' : 'to'), offset: 0 };
      }
      const end = take(toFrom <= toTo ? 'from' : 'to');
      return { end, offset: near ? at - (end === 'from' ? fromPlace : toPlace) : 0 };
    },
    drag: (grip, at) => {
      const value = Math.round(min + (at - grip.offset) * span);
      if (grip.end === null) {
        if (value === from) return;
        grip.end = take(value < from ? 'from' : 'to');
      }
      move(grip.end, value);
    },
  });

  const thumb = (end: 'from' | 'to') => ({
    onChange: (next: number) => move(end, next),
    valueText: valueText(end === 'from' ? from : to),
    pageStep: weekDays,
    left: along(end === 'from' ? fromPlace : toPlace),
    className: styles.thumb,
  });
  return (
    <div className={classNames(slider.slider, className)} {...pointer}>
      <span className={styles.rail} />
      <span className={styles.range} style={{ left: along(fromPlace), right: along(1 - toPlace) }} />
      <SliderThumb {...thumb('from')} ref={fromInput} min={min} max={to} value={from} label={fromLabel} />
      <SliderThumb {...thumb('to')} ref={toInput} min={from} max={max} value={to} label={toLabel} />
    </div>
  );
}

/** A position on the rail, whose ends are a thumb's radius inside the slider. */
function along(place: RailPlace): string {
  return `calc(${thumbRadius}px + (100% - ${2 * thumbRadius}px) * ${round(place)})`;
}

function round(value: number): number {
  return Math.round(value * 100_000) / 100_000;
}
