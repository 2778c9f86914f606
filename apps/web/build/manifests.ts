import type { PrerenderedPage } from '../src/prerender.tsx';

/** Ground of a page by day; what an app shows before its first paint cannot depend on the theme. */
const ground = '#fbf3ef';

const icon = (src: string, size: number, purpose?: 'maskable') => ({
  src,
  sizes: `${size}x${size}`,
  type: 'image/png',
  ...(purpose ? { purpose } : {}),
});

/** The text of the web app manifest of a language. */
export function manifestOf({ locale, description, newScan, newNote }: PrerenderedPage): string {
  return JSON.stringify({
    // The address that installed apps are known by, in every language.
    id: '/',
    name: 'Nuances',
    short_name: 'Nuances',
    description,
    lang: locale,
    dir: 'ltr',
    categories: ['lifestyle'],
    display: 'standalone',
    scope: '/',
    // It leads on (routes/index.tsx).
    start_url: '/?app',
    background_color: ground,
    theme_color: ground,
    icons: [
      icon('/app-icon-192.png', 192),
      icon('/app-icon-512.png', 512),
      icon('/app-icon-maskable-512.png', 512, 'maskable'),
    ],
    shortcuts: [
      { name: newScan, url: '/bodyscan', icons: [icon('/app-icon-192.png', 192)] },
      { name: newNote, url: '/note?new=other', icons: [icon('/app-icon-192.png', 192)] },
    ],
  });
}

/** Where the manifest of a language is; the pages name the one of theirs. */
export const manifestPath = (locale: string): string => `/manifest.${locale}.webmanifest`;
