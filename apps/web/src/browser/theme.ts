import { useSyncExternalStore } from 'react';
import { readCookie, writeCookie } from './cookies.ts';

export type Theme = 'day' | 'night';

const listeners = new Set<() => void>();

function systemNight(): MediaQueryList {
  return window.matchMedia('(prefers-color-scheme: dark)');
}

function currentTheme(): Theme {
  const chosen = document.documentElement.dataset['theme'];
  if (chosen === 'day' || chosen === 'night') return chosen;
  return systemNight().matches ? 'night' : 'day';
}

function subscribe(listener: () => void): () => void {
  const system = systemNight();
  listeners.add(listener);
  system.addEventListener('change', listener);
  return () => {
    listeners.delete(listener);
    system.removeEventListener('change', listener);
  };
}

/** The theme on the screen: the person's choice, else the system's. Prerendered pages say day and correct themselves. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, currentTheme, () => 'day');
}

/** Applies the kept choice where the server could not, as on a page served offline. */
export function restoreTheme(): void {
  const chosen = readCookie('theme');
  if (chosen === 'day' || chosen === 'night') document.documentElement.dataset['theme'] = chosen;
}

/** Shows a theme and keeps the choice in the browser. */
export function chooseTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme;
  writeCookie('theme', theme);
  for (const listener of listeners) listener();
}
