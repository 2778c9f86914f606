import { timings } from '@nuances/domain/timings';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react';

interface Options {
  /** Whether the setting is on and a question follows this one. */
  readonly on: boolean;
  /** Whether the current question is answered. */
  readonly answered: boolean;
  /** The element with the radios of the answers. */
  readonly within: RefObject<HTMLElement | null>;
  readonly onAdvance: () => void;
}

interface AutoAdvance {
  /** Starts or restarts the delay: a digit was pressed. */
  readonly begin: () => void;
  /** An answer was pressed: starts the delay, unless a key did it. */
  readonly press: () => void;
  /** Cancels the delay: the person did something else. */
  readonly cancel: () => void;
}

function isRadio(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.type === 'radio';
}

/**
 * Opens the next question some time after an answer by pointer, digit or screen reader. Arrow keys select every answer
 * they pass, so with them it waits for Enter.
 */
export function useAutoAdvance({ on, answered, within, onAdvance }: Options): AutoAdvance {
  /** A new object for each answer, so that each one restarts the delay. */
  const [begun, setBegun] = useState<object | null>(null);
  /** A key is held down; with arrows and Space the browser fires a click on the radio, as for a pointer. */
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
    // The delay after a digit starts after this handler has seen its key.
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
