import { dismissToast, showToast } from '@nuances/ui/toast';
import { currentI18n } from '../i18n/locale-store.ts';
import { currentPending, onPendingChange } from './outbox.ts';

/** Shows a toast that the note is waiting on this device; it closes as soon as the outbox is empty. */
export function showWaitingToast(): void {
  const toast = showToast({ kind: 'info', text: currentI18n().LL.outbox.noteKept() });
  const stop = onPendingChange(() => {
    if (currentPending().length > 0) return;
    stop();
    dismissToast(toast);
  });
}
