import { createStore, useStore } from './store.ts';

/** Chromium's event; the DOM library does not have it. */
interface InstallEvent extends Event {
  /** Shows the browser's own question. */
  prompt(): Promise<unknown>;
}

const isInstallEvent = (event: Event): event is InstallEvent => 'prompt' in event && typeof event.prompt === 'function';

const offered = createStore<InstallEvent | null>(null);

/** Keeps the browser's offer to install the app for a quiet place of ours. It may come at any time, so ask for it at the start. */
export function keepInstallOffer(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    if (!isInstallEvent(event)) return;
    event.preventDefault();
    offered.set(event);
  });
  window.addEventListener('appinstalled', () => offered.set(null));
}

/** An iPad says that it is a Mac; no Mac has a touch screen. */
const isIos = () =>
  /iPhone|iPad/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

const isInstalled = () => window.matchMedia('(display-mode: standalone)').matches;

/** How the app can be installed: the browser asks, or the person does it by hand. */
type InstallOffer = { readonly by: 'browser'; readonly install: () => void } | { readonly by: 'hand' };

/** How the app can be installed here; null where it cannot, or is installed already. */
export function useInstallOffer(): InstallOffer | null {
  const event = useStore(offered);
  if (isInstalled()) return null;
  if (event) {
    const install = () => {
      // It can be shown once only.
      offered.set(null);
      void event.prompt().catch(() => undefined);
    };
    return { by: 'browser', install };
  }
  return isIos() ? { by: 'hand' } : null;
}
