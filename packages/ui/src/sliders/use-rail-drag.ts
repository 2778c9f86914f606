import { type PointerEvent, useRef } from 'react';

/** Position of a pointer along a rail: 0 at its start, 1 at its end, and beyond these values outside of it. */
export type RailPlace = number;

/** The rail under a pointer, in client px. */
interface Rail {
  readonly left: number;
  readonly width: number;
}

export interface RailDrag<Grip> {
  /** Px at both ends of the element that the rail leaves free. */
  inset?: number;
  /** Returns the part that a press drags; `width` is the rail's, px. */
  grab: (at: RailPlace, width: number) => Grip;
  /** Called at the press, and at each movement. */
  drag: (grip: Grip, at: RailPlace) => void;
}

/**
 * Pointer handlers of a horizontal rail. The pointer is captured, so a drag continues outside of the element; a touch
 * that scrolls the page ends it.
 */
export function useRailDrag<Grip>({ inset = 0, grab, drag }: RailDrag<Grip>) {
  const active = useRef<{ readonly rail: Rail; readonly grip: Grip } | null>(null);
  const release = () => {
    active.current = null;
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      // The press must not select text, and must keep the focus that `grab` sets.
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      const box = event.currentTarget.getBoundingClientRect();
      const rail = { left: box.left + inset, width: Math.max(1, box.width - 2 * inset) };
      const at = placeOn(rail, event.clientX);
      const grip = grab(at, rail.width);
      active.current = { rail, grip };
      drag(grip, at);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (active.current) drag(active.current.grip, placeOn(active.current.rail, event.clientX));
    },
    onPointerUp: release,
    onPointerCancel: release,
    onLostPointerCapture: release,
  };
}

function placeOn({ left, width }: Rail, clientX: number): RailPlace {
  return (clientX - left) / width;
}
