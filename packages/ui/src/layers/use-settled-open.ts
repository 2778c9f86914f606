import { useRef, useState } from 'react';

/** Movements that are under way when a popup opens end within this time, milliseconds. */
const settleMs = 300;

let scrolling = false;
if (typeof window !== 'undefined') {
  window.addEventListener(
    'scroll',
    () => {
      scrolling = true;
      // After all listeners of this event have run.
      setTimeout(() => (scrolling = false));
    },
    { capture: true, passive: true },
  );
}

/**
 * Open state of a popup, for react-aria's controlled triggers. They close at any scrolling, also at the end of the
 * scrolling that made the button visible; that scrolling is ignored here.
 */
export function useSettledOpen() {
  const [isOpen, setOpen] = useState(false);
  const openedAt = useRef(0);
  const onOpenChange = (next: boolean) => {
    const now = performance.now();
    if (next) openedAt.current = now;
    else if (scrolling && now - openedAt.current < settleMs) return;
    setOpen(next);
  };
  return { isOpen, onOpenChange };
}
