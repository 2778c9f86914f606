import { useRef, useState } from 'react';

/** What is still moving when a popup opens comes to rest within this time, ms. */
const settleMs = 300;

let scrolling = false;
if (typeof window !== 'undefined') {
  window.addEventListener(
    'scroll',
    () => {
      scrolling = true;
      // Over when every listener of this event has had its turn.
      setTimeout(() => (scrolling = false));
    },
    { capture: true, passive: true },
  );
}

/**
 * Whether a popup is open, for react-aria's controlled triggers. They close when something scrolls, and would also do so
 * for the last of the scrolling that brought the button under the finger: that closes nothing.
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
