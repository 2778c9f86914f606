import { locales, type Locale } from '@nuances/domain/locales';
import type { Namespaces } from '@nuances/i18n/i18n-types';
import { loadAllLocales } from '@nuances/i18n/i18n-util.sync';
import { RouterProvider, createMemoryHistory } from '@tanstack/react-router';
import { renderToString } from 'react-dom/server';
import { titleOf } from './features/shell/page-title.tsx';
import { completeRoutes, createAppRouter } from './router.tsx';
import { currentI18n, forgetNamespaces, requestedNamespaces, showLocale } from './i18n/locale-store.ts';

/** A path with a page of its own; all others get the empty page. */
export interface PagePath {
  /** Name of the page's file and of its route's file. */
  readonly name: string;
  readonly path: string;
}

const paths: readonly PagePath[] = [
  { name: 'index', path: '/' },
  { name: 'help', path: '/help' },
  { name: 'privacy', path: '/privacy' },
  // Only its frame: answers given before the scripts arrive would be lost.
  { name: 'bodyscan', path: '/bodyscan' },
];

export interface PrerenderedPage extends PagePath {
  readonly title: string;
  /** Texts that the route loads before it is shown. */
  readonly namespaces: readonly Namespaces[];
  /** Markup for a visitor, without any script or style attribute. */
  readonly body: string;
}

/** Texts and pages that the build writes in one language. */
export interface PrerenderedLocale {
  readonly locale: Locale;
  readonly title: string;
  readonly description: string;
  /** Names of the shortcuts of the installed app. */
  readonly newScan: string;
  readonly newNote: string;
  /** What the pictures of the product show. */
  readonly screenshots: { readonly result: string; readonly statistics: string; readonly notes: string };
  readonly pages: readonly PrerenderedPage[];
}

async function renderPage(page: PagePath): Promise<PrerenderedPage> {
  forgetNamespaces();
  const router = createAppRouter(createMemoryHistory({ initialEntries: [page.path] }));
  await router.load();
  const { LL } = currentI18n();
  return {
    ...page,
    title: titleOf(LL, router.state.matches),
    namespaces: requestedNamespaces(),
    body: renderToString(<RouterProvider router={router} />),
  };
}

/** Renders the pages of visitors in every language, in Node, during the build. */
export async function prerender(): Promise<readonly PrerenderedLocale[]> {
  loadAllLocales();
  await completeRoutes();
  const rendered: PrerenderedLocale[] = [];
  for (const locale of locales) {
    await showLocale(locale);
    const { LL } = currentI18n();
    const pages: PrerenderedPage[] = [];
    for (const page of paths) pages.push(await renderPage(page));
    rendered.push({
      locale,
      title: LL.app.name(),
      description: LL.app.description(),
      newScan: LL.install.shortcut(),
      newNote: LL.install.shortcutNote(),
      screenshots: { result: LL.nav.scan(), statistics: LL.nav.statistics(), notes: LL.nav.notes() },
      pages,
    });
  }
  return rendered;
}
