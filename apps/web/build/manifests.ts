import type { PrerenderedPage } from '../src/prerender.tsx';

/**
 * Page background in the light theme. An app shows it before its first paint, so it cannot depend on the chosen theme.
 */
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
    // This path redirects to the right screen (routes/index.tsx).
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

/** Address of the manifest of a language; each page refers to the one of its language. */
export const manifestPath = (locale: string): string => `/manifest.${locale}.webmanifest`;
