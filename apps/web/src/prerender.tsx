import { locales, type Locale } from '@nuances/domain/locales';
import { loadAllLocales } from '@nuances/i18n/i18n-util.sync';
import { RouterProvider, createMemoryHistory } from '@tanstack/react-router';
import { renderToString } from 'react-dom/server';
import { createAppRouter } from './router.tsx';
import { showLocale, currentI18n } from './i18n/locale-store.ts';

/** Texts and markup that the build writes into a page of one language. */
export interface PrerenderedPage {
  readonly locale: Locale;
  readonly title: string;
  readonly description: string;
  /** Names of the shortcuts of the installed app. */
  readonly newScan: string;
  readonly newNote: string;
  /** What the pictures of the product show. */
  readonly screenshots: { readonly result: string; readonly statistics: string; readonly notes: string };
  /** Markup of Home for a visitor, without any script or style attribute. */
  readonly home: string;
}

/** Renders Home in every language, in Node, during the build. */
export async function prerender(): Promise<readonly PrerenderedPage[]> {
  loadAllLocales();
  const pages: PrerenderedPage[] = [];
  for (const locale of locales) {
    await showLocale(locale);
    const router = createAppRouter(createMemoryHistory({ initialEntries: ['/'] }));
    await router.load();
    const { LL } = currentI18n();
    pages.push({
      locale,
      title: LL.app.name(),
      description: LL.app.description(),
      newScan: LL.install.shortcut(),
      newNote: LL.install.shortcutNote(),
      screenshots: { result: LL.nav.scan(), statistics: LL.nav.statistics(), notes: LL.nav.notes() },
      home: renderToString(<RouterProvider router={router} />),
    });
  }
  return pages;
}
