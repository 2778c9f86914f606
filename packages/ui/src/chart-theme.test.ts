import { describe, expect, test } from 'vitest';
import { chartTheme, hexOf, type ChartHue, type ChartTokens } from './chart-theme.ts';

const hue: ChartHue = { base: '#b00000', tint: '#b00001', line: '#b00002', strong: '#b00003' };

const tokens: ChartTokens = {
  page: '#a00000',
  line: '#a00002',
  control: '#a00003',
  ink2: '#a00005',
  hues: { red: hue, orange: hue, yellow: hue, green: hue, cyan: hue, blue: hue, purple: hue },
  font: 'Some Sans',
};

describe('chartTheme', () => {
  test('draws with resolved colours only', () => {
    expect(JSON.stringify(chartTheme(tokens))).not.toContain('var(');
  });

  test('gives each part of a chart its token', () => {
    const theme = chartTheme(tokens);
    expect(theme.axis.ticks.text).toEqual({ fontFamily: 'Some Sans', fontSize: '0.9375rem', fill: tokens.ink2 });
    expect(theme.grid.line.stroke).toBe(tokens.line);
    expect(theme.axis.domain.line.stroke).toBe(tokens.control);
  });

  test('takes the size of its text, which grows with the letters of the page', () => {
    expect(chartTheme(tokens, 14).axis.ticks.text.fontSize).toBe('0.875rem');
  });
});

describe('hexOf', () => {
  test('writes a computed colour as hex', () => {
    expect(hexOf('rgb(251, 3, 239)')).toBe('#fb03ef');
  });

  test('leaves what has no hex', () => {
    expect(hexOf('rgba(0, 0, 0, 0)')).toBe('rgba(0, 0, 0, 0)');
  });
});
