import { type StaticDataRouteOption, useMatches } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useI18n, type I18n } from '../../i18n/locale-store.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Name of the screen for the window's title; Home has none. */
    pageName?: (LL: I18n['LL']) => string;
  }
}

/** The title of the window for the open screen, in one language. */
export function titleOf(LL: I18n['LL'], matches: readonly { readonly staticData: StaticDataRouteOption }[]): string {
  const name = matches.at(-1)?.staticData.pageName?.(LL);
  return name ? LL.page.title({ page: name }) : LL.app.name();
}

/** Sets the title of the window to the open screen, which screen readers announce after a navigation. */
export function PageTitle() {
  const { LL } = useI18n();
  const title = useMatches({ select: (matches) => titleOf(LL, matches) });
  useEffect(() => {
    document.title = title;
  }, [title]);
  return null;
}
