import { useRef, type TouchEvent } from 'react';

/** Least horizontal and largest vertical distance of a swipe, px. */
const minHorizontalPx = 64;
const maxVerticalPx = 40;

/** Calls back after a horizontal swipe with one finger. */
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
      const dx = touch.clientX - from.x;
      if (Math.abs(dx) < minHorizontalPx || Math.abs(touch.clientY - from.y) > maxVerticalPx) return;
      onSwipe(dx < 0 ? 'left' : 'right');
    },
    onTouchCancel: () => {
      start.current = null;
    },
  };
}
