import type { Locale } from '@nuances/domain/locales';
import type { PrerenderedLocale } from '../src/prerender.tsx';

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

/** The screens that a browser shows when it offers the installation. */
const screens = ['result', 'statistics', 'notes'] as const;

/** What `npm run screenshots` takes in a language. */
const looks: Readonly<Record<Locale, string>> = { fr: 'fr-day', en: 'en-night' };

const sizes = [
  { name: 'phone', form: 'narrow', sizes: '390x844' },
  { name: 'desktop', form: 'wide', sizes: '1440x900' },
] as const;

/** Pictures of the product for a language: `npm run screenshots` writes the files, the build takes those named here. */
export function screenshotsOf({ locale, screenshots }: Pick<PrerenderedLocale, 'locale' | 'screenshots'>) {
  return sizes.flatMap((size) =>
    screens.map((screen) => ({
      src: `/screenshots/${screen}-${size.name}-${looks[locale]}.png`,
      sizes: size.sizes,
      type: 'image/png',
      form_factor: size.form,
      label: screenshots[screen],
    })),
  );
}

/** The text of the web app manifest of a language. */
export function manifestOf(page: PrerenderedLocale): string {
  const { locale, description, newScan, newNote } = page;
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
    screenshots: screenshotsOf(page),
    shortcuts: [
      { name: newScan, url: '/bodyscan', icons: [icon('/app-icon-192.png', 192)] },
      { name: newNote, url: '/note?new=other', icons: [icon('/app-icon-192.png', 192)] },
    ],
  });
}

/** Address of the manifest of a language; each page refers to the one of its language. */
export const manifestPath = (locale: string): string => `/manifest.${locale}.webmanifest`;
