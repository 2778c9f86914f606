import { useMatches } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useI18n, type I18n } from '../../i18n/locale-store.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Name of the screen for the window's title; Home has none. */
    pageName?: (LL: I18n['LL']) => string;
  }
}

/** Sets the title of the window to the open screen, which screen readers announce after a navigation. */
export function PageTitle() {
  const { LL } = useI18n();
  const name = useMatches({ select: (matches) => matches.at(-1)?.staticData.pageName?.(LL) });
  const title = name ? LL.page.title({ page: name }) : LL.app.name();
  useEffect(() => {
    document.title = title;
  }, [title]);
  return null;
}
