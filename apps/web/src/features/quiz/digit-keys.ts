import { answerMax, answerMin } from '@nuances/domain/scoring';
import { useEffectEvent, useLayoutEffect, type RefObject } from 'react';

/** What typing asks of the discs. */
type Typed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/**
 * The answer that a key stands for: 1 to 9, and 0 for 10; null for any other key and for shortcuts. Where digits need
 * Shift, as on French keyboards, the bare key of the digit row means its digit too.
 */
export function answerOfKey({ key, code, ctrlKey, metaKey, altKey, shiftKey }: Typed): number | null {
  if (ctrlKey || metaKey || altKey) return null;
  const typed = /^\d$/.test(key) ? key : shiftKey ? undefined : /^Digit(\d)$/.exec(code)?.[1];
  if (typed === undefined) return null;
  const digit = Number(typed);
  return digit < answerMin ? answerMax : digit;
}

/** Fields in which digits are text. */
const writtenIn = 'input:not([type="radio"]), textarea, select, [contenteditable]';

/**
 * Digits answer while the focus is inside an element, and nowhere else: a shortcut of one character that works on the
 * whole page gets in the way of speech input (WCAG 2.1.4). They do not answer where they are text.
 */
export function useDigitKeys(
  on: boolean,
  within: RefObject<HTMLElement | null>,
  onAnswer: (answer: number) => void,
): void {
  const follow = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event;
    if (!on || event.defaultPrevented || event.isComposing) return;
    if (target instanceof Element && target.closest(writtenIn)) return;
    const answer = answerOfKey(event);
    if (answer === null) return;
    event.preventDefault();
    onAnswer(answer);
  });
  // Before the first paint, so that an answer may come as soon as the question is seen.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => follow(event);
    const element = within.current;
    element?.addEventListener('keydown', listen);
    return () => element?.removeEventListener('keydown', listen);
  }, [within]);
}
