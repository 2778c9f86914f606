import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { LoadingPage } from './features/shell/loading-page.tsx';
import { RenderError } from './features/shell/render-error.tsx';
import type { ShownScan } from './offline/scans.ts';
import { routeTree } from './routeTree.gen.ts';

/** The loading text appears after this delay, and then stays at least this long, so that it does not flicker. */
const pendingDelayMs = 300;
const pendingMinMs = 300;

/** The router of the app; the prerendering passes a history in memory. */
export function createAppRouter(history?: RouterHistory) {
  return createRouter({
    routeTree,
    defaultPendingComponent: LoadingPage,
    defaultPendingMs: pendingDelayMs,
    defaultPendingMinMs: pendingMinMs,
    defaultErrorComponent: RenderError,
    // On the server it would add an inline script, which the page's policy forbids.
    scrollRestoration: typeof document !== 'undefined',
    ...(history ? { history } : {}),
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
  interface HistoryState {
    /** The scan that the result screen shows, as the quiz hands it over. */
    scan?: ShownScan;
    /** The person is asked for words about that scan before its result is shown. */
    asksTags?: boolean;
    /** The screen that a scan was opened from, where "History" leads back to its place. */
    fromHistory?: boolean;
    /** A scan was asked for that is not there. */
    missingScan?: boolean;
    /** The control that led here keeps the focus: it leads on to the next one. */
    keepsFocus?: boolean;
    /** The first entry of a visit stands twice in the history once something opened above it. */
    doubled?: 'below' | 'above';
  }
}
