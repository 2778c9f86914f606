import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { LoadingPage } from './features/shell/loading-page.tsx';
import { RenderError } from './features/shell/render-error.tsx';
import type { ShownScan } from './offline/scans.ts';
import { routeTree } from './routeTree.gen.ts';

/**
 * The loading screen appears after this delay, and then stays for a minimum time, so that it does not flicker,
 * milliseconds.
 */
const pendingDelayMs = 300;
const pendingMinMs = 300;

/** The router of the app; prerendering passes a history in memory. */
export function createAppRouter(history?: RouterHistory) {
  return createRouter({
    routeTree,
    defaultPendingComponent: LoadingPage,
    defaultPendingMs: pendingDelayMs,
    defaultPendingMinMs: pendingMinMs,
    defaultErrorComponent: RenderError,
    // In prerendering it would add an inline script, which the page's policy forbids.
    scrollRestoration: typeof document !== 'undefined',
    ...(history ? { history } : {}),
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
  interface HistoryState {
    /** The scan that the quiz passes to the result screen. */
    scan?: ShownScan;
    /** Whether tags of that scan are asked for before the result is shown. */
    asksTags?: boolean;
    /** The screen from which a scan was opened; the link "History" leads back to its scroll position. */
    fromHistory?: boolean;
    /** The requested scan does not exist. */
    missingScan?: boolean;
    /** The focus stays on the control that was pressed, because it leads to the next page too. */
    keepsFocus?: boolean;
    /** The first entry of a visit is in the history twice after a layer has opened above it. */
    doubled?: 'below' | 'above';
  }
}
