import { prefersReducedMotion } from '@nuances/ui/reduced-motion';
import { type RefObject, useLayoutEffect, useState } from 'react';

/** The petals get to their place in that time, and the light comes up in the middle, milliseconds. */
const growMs = 400;
const lightMs = 500;

/**
 * The bloom of the quiz while this screen is rendered to take its place: it is still on the screen then. In the quick one it is a
 * group of buttons.
 */
function bloomOfQuiz(): DOMRect | null {
  const bloom = document.querySelector('main [data-toasts] svg:is([role="img"], [role="group"])');
  const box = bloom?.getBoundingClientRect();
  return box && box.width > 0 ? box : null;
}

/**
 * Lets the bloom grow from its place and size in the quiz. Only its transform moves, so that nothing is measured or laid out anew.
 * @param ring what the bloom stands in
 * @returns whether it comes from the quiz; elsewhere its petals grow in their place
 */
export function useFromQuiz(ring: RefObject<HTMLElement | null>): boolean {
  const [from] = useState(bloomOfQuiz);
  useLayoutEffect(() => {
    const bloom = ring.current?.querySelector('svg');
    if (!from || !bloom || prefersReducedMotion()) return;
    const to = bloom.getBoundingClientRect();
    // A new screen is scrolled to its top.
    const [x, y] = [from.x - to.x, from.y - to.y - window.scrollY];
    const begin = `translate(${x}px, ${y}px) scale(${from.width / to.width})`;
    bloom.animate(
      { transformOrigin: ['0 0', '0 0'], transform: [begin, 'none'] },
      { duration: growMs, easing: 'cubic-bezier(.2, .7, .2, 1)' },
    );
    // The image is the last one that is not a part.
    const light = bloom.querySelector(':scope > [data-hue] ~ g:not([data-hue])');
    light?.animate({ opacity: [0, 1] }, { duration: lightMs, easing: 'cubic-bezier(.4, 0, .6, 1)' });
  }, [from, ring]);
  return from !== null;
}
