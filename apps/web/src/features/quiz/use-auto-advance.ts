import { timings } from '@nuances/domain/limits';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react';

interface Options {
  /** The person has asked for it, and a question comes after this one. */
  readonly on: boolean;
  /** The open question is answered. */
  readonly answered: boolean;
  /** Holds the radios of the answers. */
  readonly within: RefObject<HTMLElement | null>;
  readonly onAdvance: () => void;
}

interface AutoAdvance {
  /** Starts the time, anew when it runs: a digit answered. */
  readonly begin: () => void;
  /** An answer was pressed: starts the time, unless a key did it. */
  readonly press: () => void;
  /** Ends the time: something else was done. */
  readonly cancel: () => void;
}

function isRadio(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.type === 'radio';
}

/**
 * Moves on some time after an answer by pointer, by digit or by a screen reader. The arrow keys pass over answers that
 * nobody means, so with them it waits for Enter.
 */
export function useAutoAdvance({ on, answered, within, onAdvance }: Options): AutoAdvance {
  /** Another object for each answer, so that each one starts the time. */
  const [begun, setBegun] = useState<object | null>(null);
  /** A key is held; arrows and Space click a radio as a pointer does. */
  const byKey = useRef(false);
  const begin = () => setBegun(on ? {} : null);
  const cancel = () => setBegun(null);

  const advance = useEffectEvent(() => {
    cancel();
    onAdvance();
  });
  useEffect(() => {
    if (!on || begun === null) return;
    const timer = setTimeout(() => advance(), timings.quizAutoMs);
    return () => clearTimeout(timer);
  }, [on, begun]);

  const pressKey = useEffectEvent((event: KeyboardEvent) => {
    byKey.current = true;
    if (!isRadio(event.target)) return;
    cancel();
    if (event.key === 'Enter' && on && answered && !event.repeat) advance();
  });
  useLayoutEffect(() => {
    const element = within.current;
    const listening = new AbortController();
    const release = () => (byKey.current = false);
    // A digit begins after its key was seen here.
    const early = { signal: listening.signal, capture: true };
    element?.addEventListener('keydown', (event) => pressKey(event), early);
    element?.addEventListener('keyup', release, early);
    element?.addEventListener('pointerdown', release, early);
    return () => listening.abort();
  }, [within]);

  return {
    begin,
    press: () => {
      if (!byKey.current) begin();
    },
    cancel,
  };
}
