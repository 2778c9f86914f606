import { showToast } from '@nuances/ui/toast';
import { wordsNow, loadWords } from '../words.ts';

/** The worker fetches the whole app for later, so it waits until the first visit has settled, milliseconds. */
const settleTime = 4_000;

async function register(): Promise<void> {
  const { registerSW } = await import('virtual:pwa-register');
  const update = registerSW({
    onNeedRefresh: () => void offerUpdate(update),
  });
}

async function offerUpdate(update: (reload?: boolean) => Promise<void>): Promise<void> {
  await loadWords('update');
  const { LL } = wordsNow();
  showToast({
    kind: 'info',
    text: LL.update.ready(),
    action: { label: LL.update.apply(), onAction: () => void update(true) },
  });
}

/** Registers the service worker that lets the app open without a network; never in development. */
export function registerWorker(): void {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  setTimeout(() => {
    register().catch((error: unknown) => {
      console.warn('the app will not open offline yet', error instanceof Error ? error.name : 'unknown');
    });
  }, settleTime);
}
