import { dismissToast, showToast } from '@nuances/ui/toast';
import { currentI18n } from '../i18n/locale-store.ts';
import { onPendingChange, currentPending } from './outbox.ts';

/** Says that what was saved waits on this device; the sentence goes as soon as nothing waits any more. */
export function showKeptToast(): void {
  const toast = showToast({ kind: 'info', role: 'status', text: currentI18n().LL.outbox.kept() });
  const stop = onPendingChange(() => {
    if (currentPending().length > 0) return;
    stop();
    dismissToast(toast);
  });
}
