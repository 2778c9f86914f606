import { expect, it } from 'vitest';
import { associatedData } from './associated-data.ts';

const utf8 = new TextDecoder();

it.each(['', 'm=65536,t=3,p=1', 'é'.repeat(400), '€'.repeat(5_000)])('joins its parts, of any length (%#)', (last) => {
  expect(utf8.decode(associatedData(1, 'user', 'a', last))).toBe(`1|user|a|${last}`);
});

it('refuses a part that could be two', () => {
  expect(() => associatedData(1, 'a|b', 'c')).toThrow(RangeError);
  expect(utf8.decode(associatedData(1, 'a', 'b|c'))).toBe('1|a|b|c');
});
