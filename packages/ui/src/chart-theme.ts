import { useMemo, useSyncExternalStore } from 'react';
import type { Hue } from './hues.ts';

/** Resolved hex colours of one hue: `base` for fills, `line` for strokes, `tint` for backgrounds, `strong` for text. */
export interface ChartHue {
  base: string;
  tint: string;
  line: string;
  strong: string;
}

/** Resolved tokens of the current theme for charts, because animations cannot interpolate `var()`. Colours are hex. */
export interface ChartTokens {
  page: string;
  line: string;
  control: string;
  ink2: string;
  hues: Record<Hue, ChartHue>;
  /** `font-family` of text. */
  font: string;
}

const axisText = 15;

/** `#rrggbb` of a computed colour, `rgb(r, g, b)`; anything else is left as it is. */
export function hexOf(computed: string): string {
  const channels = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(computed)?.slice(1);
  if (!channels) return computed;
  return `#${channels.map((channel) => Number(channel).toString(16).padStart(2, '0')).join('')}`;
}

/**
 * The `theme` of nivo: thin lines for grid and base line, no ticks.
 * @param fontSize px of the text at the axes, which grows with the browser's font size
 */
export function chartTheme(tokens: ChartTokens, fontSize: number = axisText) {
  const text = { fontFamily: tokens.font, fontSize: `${fontSize / 16}rem`, fill: tokens.ink2 };
  return {
    background: 'transparent',
    text,
    axis: {
      domain: { line: { stroke: tokens.control, strokeWidth: 1 } },
      ticks: { line: { stroke: 'none', strokeWidth: 0 }, text },
    },
    grid: { line: { stroke: tokens.line, strokeWidth: 1 } },
  };
}

export type ChartTheme = ReturnType<typeof chartTheme>;

/** The tokens of the current theme; updated when the theme changes. Browser only. */
export function useChartTokens(): ChartTokens {
  return useSyncExternalStore(subscribe, shownTokens);
}

/** The chart theme of the current theme; updated when the theme changes. Browser only. */
export function useChartTheme(fontSize: number = axisText): ChartTheme {
  const tokens = useChartTokens();
  return useMemo(() => chartTheme(tokens, fontSize), [tokens, fontSize]);
}

const tokensOf = new Map<string, ChartTokens>();

/** Read from the style sheet once per theme, so that only tokens.css contains colours. */
function shownTokens(): ChartTokens {
  const theme = document.documentElement.dataset['theme'] ?? (systemNight().matches ? 'night' : 'day');
  const known = tokensOf.get(theme);
  if (known) return known;
  const tokens = resolveTokens();
  tokensOf.set(theme, tokens);
  return tokens;
}

/** A custom property is resolved from `light-dark()` only when it is used, so a hidden element uses it. */
function resolveTokens(): ChartTokens {
  const probe = document.createElement('i');
  probe.hidden = true;
  probe.style.setProperty('forced-color-adjust', 'none');
  document.body.append(probe);
  const computed = getComputedStyle(probe);
  const colour = (token: string): string => {
    probe.style.color = `var(--${token})`;
    return hexOf(computed.color);
  };
  const hue = (name: Hue): ChartHue => ({
    base: colour(name),
    tint: colour(`${name}-tint`),
    line: colour(`${name}-line`),
    strong: colour(`${name}-strong`),
  });
  probe.style.fontFamily = 'var(--text)';
  const tokens = {
    page: colour('page'),
    line: colour('line'),
    control: colour('control'),
    ink2: colour('ink-2'),
    hues: {
      red: hue('red'),
      orange: hue('orange'),
      yellow: hue('yellow'),
      green: hue('green'),
      cyan: hue('cyan'),
      blue: hue('blue'),
      purple: hue('purple'),
    },
    font: computed.fontFamily,
  };
  probe.remove();
  return tokens;
}

function subscribe(changed: () => void): () => void {
  const system = systemNight();
  const choice = new MutationObserver(changed);
  system.addEventListener('change', changed);
  choice.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => {
    system.removeEventListener('change', changed);
    choice.disconnect();
  };
}

function systemNight(): MediaQueryList {
  return window.matchMedia('(prefers-color-scheme: dark)');
}
