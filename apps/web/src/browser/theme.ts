import { readCookie, writeCookie } from './cookies.ts';
import { createStore, useStore } from './store.ts';

export type Theme = 'day' | 'night';

function systemNight(): MediaQueryList {
  return window.matchMedia('(prefers-color-scheme: dark)');
}

/** The person's choice, else the system's theme. */
function shownTheme(): Theme {
  const chosen = document.documentElement.dataset['theme'];
  if (chosen === 'day' || chosen === 'night') return chosen;
  return systemNight().matches ? 'night' : 'day';
}

/** Prerendered pages assume the light theme; `restoreTheme` corrects it before the first render in a browser. */
const theme = createStore<Theme>('day', () => {
  const system = systemNight();
  const follow = () => theme.set(shownTheme());
  follow();
  system.addEventListener('change', follow);
  return () => system.removeEventListener('change', follow);
});

/** Page background of the dark theme in index.html. */
const nightGround = '#171220';

function wear(chosen: Theme): void {
  document.documentElement.dataset['theme'] = chosen;
  colourFrame(chosen);
}

/** The current theme. */
export function useTheme(): Theme {
  return useStore(theme);
}

/** Sets the colour of the browser's window frame for a chosen theme. index.html has one colour per system theme. */
function colourFrame(chosen: Theme): void {
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
    const isNight = meta.getAttribute('content') === nightGround;
    meta.setAttribute('media', isNight === (chosen === 'night') ? 'all' : 'not all');
  }
}

/** Applies the stored choice where the server could not, as on a page that was served offline. */
export function restoreTheme(): void {
  const chosen = readCookie('theme');
  if (chosen === 'day' || chosen === 'night') wear(chosen);
  theme.set(shownTheme());
}

/** Shows a theme and stores the choice in the browser. */
export function chooseTheme(chosen: Theme): void {
  wear(chosen);
  writeCookie('theme', chosen);
  theme.set(chosen);
}
