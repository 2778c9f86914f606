import { dismissToast, showToast } from '@nuances/ui/toast';
import { wordsNow } from '../i18n/locale-store.ts';
import { onPendingChange, pendingNow } from './outbox.ts';

/** Says that what was saved waits on this device; the sentence goes as soon as nothing waits any more. */
export function tellKept(): void {
  const toast = showToast({ kind: 'info', role: 'status', text: wordsNow().LL.outbox.kept() });
  const stop = onPendingChange(() => {
    if (pendingNow().length > 0) return;
    stop();
    dismissToast(toast);
  });
}
