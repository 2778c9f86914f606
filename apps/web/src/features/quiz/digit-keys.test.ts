import { expect, test } from 'vitest';
import { answerOfKey } from './digit-keys.ts';

const bare = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

test.each([
  ['1', 'Digit1', {}, 1],
  ['9', 'Numpad9', {}, 9],
  ['0', 'Digit0', {}, 10],
  // French keyboards: a digit with Shift, a letter or a sign without.
  ['3', 'Digit3', { shiftKey: true }, 3],
  ['é', 'Digit2', {}, 2],
  ['à', 'Digit0', {}, 10],
  // Other keyboards: a sign with Shift.
  ['#', 'Digit3', { shiftKey: true }, null],
  ['1', 'Digit1', { ctrlKey: true }, null],
  ['1', 'Digit1', { metaKey: true }, null],
  ['1', 'Digit1', { altKey: true }, null],
  ['a', 'KeyQ', {}, null],
  ['F1', 'F1', {}, null],
  ['End', 'Numpad1', {}, null],
])('%s (%s, %o) selects %s', (key, code, modifiers, answer) => {
  expect(answerOfKey({ key, code, ...bare, ...modifiers })).toBe(answer);
});
