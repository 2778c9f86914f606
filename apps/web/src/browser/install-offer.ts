import { createStore, useStore } from './store.ts';

/** Event of Chromium, missing in the DOM types of TypeScript. */
interface InstallEvent extends Event {
  /** Opens the browser's own install dialog. */
  prompt(): Promise<unknown>;
}

const isInstallEvent = (event: Event): event is InstallEvent => 'prompt' in event && typeof event.prompt === 'function';

const offered = createStore<InstallEvent | null>(null);

/**
 * Stores the browser's install prompt so that we can offer it later. The event may come at any time, so call this at
 * the start.
 */
export function captureInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    if (!isInstallEvent(event)) return;
    event.preventDefault();
    offered.set(event);
  });
  window.addEventListener('appinstalled', () => offered.set(null));
}

/** An iPad reports itself as a Mac; no Mac has a touch screen. */
const isIos = () =>
  /iPhone|iPad/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

const isInstalled = () => window.matchMedia('(display-mode: standalone)').matches;

/** How the app can be installed: through the browser's dialog, or by hand. */
type InstallOffer = { readonly by: 'browser'; readonly install: () => void } | { readonly by: 'hand' };

/** How the app can be installed here; null if it cannot be installed or already is. */
export function useInstallOffer(): InstallOffer | null {
  const event = useStore(offered);
  if (isInstalled()) return null;
  if (event) {
    const install = () => {
      // The event can be used only once.
      offered.set(null);
      void event.prompt().catch(() => undefined);
    };
    return { by: 'browser', install };
  }
  return isIos() ? { by: 'hand' } : null;
}
