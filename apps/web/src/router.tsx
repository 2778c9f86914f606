import { createRoute, createRouter, type ParsedLocation, redirect, type RouterHistory } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { RenderError } from './features/shell/render-error.tsx';
import { useI18n } from './i18n/locale-store.ts';
import type { FinishedScan } from './offline/scans.ts';
import type { routeTree } from './routeTree.gen.ts';
import { Route as rootRoute } from './routes/__root.tsx';
import { Route as helpRoute } from './routes/help.tsx';
import { Route as homeRoute } from './routes/index.tsx';

/**
 * The loading screen appears after this delay, and then stays for a minimum time, so that it does not flicker,
 * milliseconds.
 */
const pendingDelayMs = 300;
const pendingMinMs = 300;

/** Every path but Home and help, until all routes are there: loads them and decides again. */
const elsewhere = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  beforeLoad: async ({ location }) => {
    await completeRoutes();
    redirect({ href: location.href, state: true, replace: true, throw: true });
  },
});

// The generated tree, which sets the same three, is part of what a first visit of these does not load.
Object.assign(homeRoute.options, { id: '/', path: '/', getParentRoute: () => rootRoute });
Object.assign(helpRoute.options, { id: '/help', path: '/help', getParentRoute: () => rootRoute });
// The build, which prerenders pages, has the complete tree from the start.
if (rootRoute.children === undefined) rootRoute.addChildren([homeRoute, helpRoute, elsewhere]);

/** Comes with the other routes. */
let LoadingPage: ComponentType | undefined;

/**
 * Shown while a screen loads: words alone before the bloom is there. The same from the start, because another component
 * here would render the page anew.
 */
function PendingPage() {
  const { LL } = useI18n();
  if (LoadingPage) return <LoadingPage />;
  return (
    <p role="status" className="t-small-2" style={{ margin: 'auto' }}>
      {LL.common.loading()}
    </p>
  );
}

function makeRouter(history?: RouterHistory) {
  const options = {
    defaultPendingComponent: PendingPage,
    defaultPendingMs: pendingDelayMs,
    defaultPendingMinMs: pendingMinMs,
    defaultErrorComponent: RenderError,
    // In prerendering it would add an inline script, which the page's policy forbids.
    scrollRestoration: typeof document !== 'undefined',
    getScrollRestorationKey: scrollKey,
    ...(history ? { history } : {}),
  };
  // The complete tree is the same root route with more children, so its type is the one of this router.
  Object.assign(options, { routeTree: rootRoute });
  return createRouter<typeof routeTree>(options);
}

/**
 * Under which key the scroll position is kept. While a loading screen is shown, the page that was left is still the
 * resolved one: the position of the loading screen must not replace that page's.
 */
function scrollKey({ state, href }: ParsedLocation): string {
  return router?.state.matches.some(({ status }) => status === 'pending') ? '' : (state.__TSR_key ?? href);
}

/** The router that was made last: in a browser the only one. */
let router: ReturnType<typeof makeRouter> | undefined;

/** The router of the app; prerendering passes a history in memory. It knows Home and help only until `completeRoutes`. */
export function createAppRouter(history?: RouterHistory) {
  router = makeRouter(history);
  return router;
}

/**
 * Adds all other routes, whose file a first visit of Home or help does not wait for (screens.ts).
 * @throws the error of the import when the file cannot be fetched
 */
export async function completeRoutes(): Promise<void> {
  // The generated tree in it replaces the children of the root route.
  const screens = await import('./screens.ts');
  if (LoadingPage) return;
  LoadingPage = screens.LoadingPage;
  // A router that is made later knows all routes from the start.
  router?.setRoutes(router.buildRouteTree());
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
  interface HistoryState {
    /** The scan that the quiz passes to the result screen. */
    scan?: FinishedScan;
    /** Id of one of a vault, which is passed in memory alone (`offline/scans.ts`). */
    sealedScan?: string;
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
