import { useRef, type TouchEvent } from 'react';

/** A way of the finger that turns to another scan: at least so far to the side, and much less up or down; px. */
const leastAcross = 64;
const mostAlong = 40;

/** Calls back when one finger has moved to the side and was lifted there. */
export function useSwipe(onSwipe: (way: 'left' | 'right') => void) {
  const start = useRef<{ readonly x: number; readonly y: number } | null>(null);
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      const touch = touches[0];
      start.current = touches.length === 1 && touch ? { x: touch.clientX, y: touch.clientY } : null;
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const from = start.current;
      const touch = changedTouches[0];
      start.current = null;
      if (!from || !touch) return;
      const across = touch.clientX - from.x;
      if (Math.abs(across) < leastAcross || Math.abs(touch.clientY - from.y) > mostAlong) return;
      onSwipe(across < 0 ? 'left' : 'right');
    },
    onTouchCancel: () => {
      start.current = null;
    },
  };
}
