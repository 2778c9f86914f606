import { timings } from '@nuances/domain/timings';
import { Burst } from '@nuances/ui/burst';
import { IconButton } from '@nuances/ui/icon-button';
import { useReducedMotion } from '@nuances/ui/reduced-motion';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { useI18n } from '../../i18n/locale-store.ts';
import { freePlace, type Box, type Place } from './sky.ts';
import styles from './fireworks.module.css';

interface Firework extends Place {
  readonly key: number;
  /** Degrees. */
  readonly turn: number;
  readonly opacity: number;
}

/** The four static bursts for reduced motion. */
const stillBursts = 4;
/** Share of the page's height above the first hill. */
const skyShare = 0.66;

interface Props {
  /** Texts that no firework may cover. */
  readonly texts: readonly RefObject<Element | null>[];
  readonly bloom: RefObject<Element | null>;
}

function boxIn(frame: DOMRect, element: Element): Box {
  const box = element.getBoundingClientRect();
  return {
    left: box.left - frame.left,
    top: box.top - frame.top,
    right: box.right - frame.left,
    bottom: box.bottom - frame.top,
  };
}

function circleIn(frame: DOMRect, element: Element) {
  const { left, top, right, bottom } = boxIn(frame, element);
  return { x: (left + right) / 2, y: (top + bottom) / 2, r: (right - left) / 2 };
}

/**
 * Draws one firework every 2 s, removes each after 5 s, and only where the sky is free. The person can stop it; it
 * pauses while the tab is hidden.
 */
export function Fireworks({ texts, bloom }: Props) {
  const { LL } = useI18n();
  const still = useReducedMotion();
  const [stopped, setStopped] = useState(false);
  const [fireworks, setFireworks] = useState<readonly Firework[]>([]);
  const frame = useRef<SVGSVGElement>(null);
  const count = useRef(0);
  const alive = useRef<readonly Firework[]>([]);

  useEffect(() => {
    const removals = new Set<ReturnType<typeof setTimeout>>();

    const launch = (forEver: boolean) => {
      if (!frame.current || document.hidden) return;
      const rect = frame.current.getBoundingClientRect();
      const sky = { left: 0, top: 0, right: rect.width, bottom: rect.height * skyShare };
      const obstacles = {
        texts: texts.flatMap(({ current }) => (current ? [boxIn(rect, current)] : [])),
        bloom: bloom.current && circleIn(rect, bloom.current),
        others: alive.current,
      };
      const place = freePlace(sky, obstacles, Math.random);
      if (!place) return;
      count.current += 1;
      const firework = { ...place, key: count.current, turn: Math.random() * 360, opacity: 0.4 + Math.random() * 0.55 };
      alive.current = [...alive.current, firework];
      setFireworks(alive.current);
      if (forEver) return;
      const removal = setTimeout(() => {
        removals.delete(removal);
        alive.current = alive.current.filter(({ key }) => key !== firework.key);
        setFireworks(alive.current);
      }, timings.fireworkLifetimeMs);
      removals.add(removal);
    };

    const clear = () => {
      alive.current = [];
      setFireworks([]);
    };

    if (stopped) return;
    let timer: ReturnType<typeof setInterval> | undefined;
    let gone = false;
    let width = window.innerWidth;
    const placeStill = () => {
      clear();
      for (let burst = 0; burst < stillBursts; burst += 1) launch(true);
    };
    // Not at a change of the height alone: the bars of a phone come and go.
    const placeAgain = () => {
      if (width === window.innerWidth) return;
      width = window.innerWidth;
      placeStill();
    };
    // Starts after the fonts have loaded: their texts are larger and would cover a burst.
    void document.fonts.ready.then(() => {
      if (gone) return;
      if (still) {
        placeStill();
        window.addEventListener('resize', placeAgain);
        return;
      }
      launch(false);
      timer = setInterval(() => launch(false), timings.fireworkIntervalMs);
    });
    return () => {
      gone = true;
      window.removeEventListener('resize', placeAgain);
      clearInterval(timer);
      for (const removal of removals) clearTimeout(removal);
      clear();
    };
    // The refs are stable; their list is created at every render.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [still, stopped]);

  return (
    <>
      <svg ref={frame} className={styles.sky} aria-hidden="true">
        {fireworks.map(({ key, x, y, r, turn, opacity }) => (
          <g key={key} transform={`translate(${x} ${y})`} data-firework="">
            <Burst radius={r} turn={turn} opacity={opacity} />
          </g>
        ))}
      </svg>
      {still ? null : (
        <span className={styles.stop}>
          <IconButton
            icon={stopped ? 'play' : 'pause'}
            label={stopped ? LL.home.fireworks.start() : LL.home.fireworks.stop()}
            onClick={() => setStopped((before) => !before)}
          />
        </span>
      )}
    </>
  );
}
