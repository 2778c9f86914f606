import { answerMax, answerMin } from '@nuances/domain/scan/scoring';
import { useEffectEvent, useLayoutEffect, type RefObject } from 'react';

/** The parts of a keyboard event that are read. */
type Typed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/**
 * The answer of a key: 1 to 9, and 0 for 10; null for any other key and for shortcuts. Where digits need Shift, as on
 * French keyboards, the key without Shift counts as its digit too.
 */
export function answerOfKey({ key, code, ctrlKey, metaKey, altKey, shiftKey }: Typed): number | null {
  if (ctrlKey || metaKey || altKey) return null;
  const typed = /^\d$/.test(key) ? key : shiftKey ? undefined : /^Digit(\d)$/.exec(code)?.[1];
  if (typed === undefined) return null;
  const digit = Number(typed);
  return digit < answerMin ? answerMax : digit;
}

/** Fields that take digits as text. */
const writtenIn = 'input:not([type="radio"]), textarea, select, [contenteditable]';

/**
 * Lets digits answer while the focus is inside an element. A single-character shortcut for the whole page would disturb
 * speech input (WCAG 2.1.4). Text fields keep their digits.
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
  // Subscribed before the first paint, so that a digit works as soon as the question is visible.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => follow(event);
    const element = within.current;
    element?.addEventListener('keydown', listen);
    return () => element?.removeEventListener('keydown', listen);
  }, [within]);
}
