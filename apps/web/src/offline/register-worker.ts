import { showToast } from '@nuances/ui/toast';
import { onIdle } from '../browser/idle.ts';
import { currentI18n, loadNamespaces } from '../i18n/locale-store.ts';

/** The worker fetches the whole app for later, so it waits this long once the first page rests, milliseconds. */
const settleTime = 1_000;

async function register(): Promise<void> {
  const { registerSW } = await import('virtual:pwa-register');
  const update = registerSW({
    onNeedRefresh: () => void offerUpdate(update),
  });
}

async function offerUpdate(update: (reload?: boolean) => Promise<void>): Promise<void> {
  await loadNamespaces('update');
  const { LL } = currentI18n();
  showToast({
    kind: 'info',
    text: LL.update.ready(),
    action: { label: LL.update.apply(), onAction: () => void update(true) },
  });
}

/** Registers the service worker that lets the app open without a network; never in development. */
export function registerWorker(): void {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  const start = () =>
    setTimeout(() => {
      register().catch((error: unknown) => {
        console.warn('the app will not open offline yet', error instanceof Error ? error.name : 'unknown');
      });
    }, settleTime);
  const rest = () => onIdle(start);
  if (document.readyState === 'complete') rest();
  else window.addEventListener('load', rest, { once: true });
}
