import { readCookie, writeCookie } from './cookies.ts';
import { createStore, useStore } from './store.ts';

export type Theme = 'day' | 'night';

function systemNight(): MediaQueryList {
  return window.matchMedia('(prefers-color-scheme: dark)');
}

/** The person's choice, else the system's. */
function shownTheme(): Theme {
  const chosen = document.documentElement.dataset['theme'];
  if (chosen === 'day' || chosen === 'night') return chosen;
  return systemNight().matches ? 'night' : 'day';
}

/** Prerendered pages say day; `restoreTheme` corrects it before the first render in a browser. */
const theme = createStore<Theme>('day', () => {
  const system = systemNight();
  const follow = () => theme.set(shownTheme());
  follow();
  system.addEventListener('change', follow);
  return () => system.removeEventListener('change', follow);
});

/** The colour of the night's page in index.html. */
const nightGround = '#171220';

function wear(chosen: Theme): void {
  document.documentElement.dataset['theme'] = chosen;
  colourFrame(chosen);
}

/** The theme on the screen. */
export function useTheme(): Theme {
  return useStore(theme);
}

/** Colours the frame of the window as a chosen theme; index.html has one colour for each theme of the system. */
function colourFrame(chosen: Theme): void {
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
    const isNight = meta.getAttribute('content') === nightGround;
    meta.setAttribute('media', isNight === (chosen === 'night') ? 'all' : 'not all');
  }
}

/** Applies the stored choice where the server could not, as on a page served offline. */
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
