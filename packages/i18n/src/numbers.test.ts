import { describe, expect, it } from 'vitest';
import { decimal, signed } from './numbers.ts';

describe('numbers', () => {
  it.each([
    [0.84, 1, '0,8', '0.8'],
    [2, 1, '2,0', '2.0'],
    [-8 / 7, 1, '\u22121,1', '\u22121.1'],
    [1_234, 0, '1\u202F234', '1,234'],
    [0, 0, '0', '0'],
  ])('%s with %i decimals', (value, decimals, fr, en) => {
    expect(decimal(value, 'fr', decimals)).toBe(fr);
    expect(decimal(value, 'en', decimals)).toBe(en);
  });

  it.each([
    [2, 0, '+2', '+2'],
    [-3, 0, '\u22123', '\u22123'],
    [0, 0, '0', '0'],
    [13 / 7, 1, '+1,9', '+1.9'],
    [-0.01, 1, '0,0', '0.0'],
  ])('%s as a change with %i decimals', (value, decimals, fr, en) => {
    expect(signed(value, 'fr', decimals)).toBe(fr);
    expect(signed(value, 'en', decimals)).toBe(en);
  });
});
