import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import styles from './tooltip.module.css';

/** A point in client px, and the direction of the tooltip from it, each component from -1 to 1. */
export interface TooltipPlace {
  x: number;
  y: number;
  awayX: number;
  awayY: number;
}

/** Least distance to the edges of the window, px. */
const margin = 8;

export interface TooltipProps {
  text: string;
  /** Measured when the tooltip appears and whenever its text changes. */
  place: () => TooltipPlace | null;
}

/**
 * A tooltip beside an element with the same accessible name; therefore hidden from assistive technology. It is in the
 * top layer, so that no scrolling box clips it, and it closes when the page scrolls.
 */
export function Tooltip({ text, place }: TooltipProps) {
  const bubble = useRef<HTMLDivElement>(null);
  const [gone, setGone] = useState(false);

  useLayoutEffect(() => {
    setGone(false);
    const element = bubble.current;
    if (!element) return;
    if (typeof element.showPopover === 'function' && !element.matches(':popover-open')) {
      element.showPopover();
    }
    const at = place();
    if (!at) return;
    const { width, height } = element.getBoundingClientRect();
    const left = at.x + ((at.awayX - 1) / 2) * width;
    const top = at.y + ((at.awayY - 1) / 2) * height;
    const limit = (value: number, most: number) => Math.max(margin, Math.min(value, most - margin));
    element.style.left = `${limit(left, document.documentElement.clientWidth - width)}px`;
    element.style.top = `${limit(top, window.innerHeight - height)}px`;
    // `place` measures the live drawing; the text identifies the part.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [text]);

  useEffect(() => {
    const leave = () => setGone(true);
    const leaveByKey = (event: KeyboardEvent) => event.key === 'Escape' && setGone(true);
    window.addEventListener('scroll', leave, { capture: true, passive: true });
    window.addEventListener('keydown', leaveByKey);
    return () => {
      window.removeEventListener('scroll', leave, { capture: true });
      window.removeEventListener('keydown', leaveByKey);
    };
  }, []);

  return (
    <div ref={bubble} popover="manual" aria-hidden="true" className={`${styles.bubble} appear`} hidden={gone}>
      {text}
    </div>
  );
}
