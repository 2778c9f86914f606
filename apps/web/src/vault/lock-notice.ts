import { dismissToast, showToast } from '@nuances/ui/toast';
import { currentI18n, loadNamespaces } from '../i18n/locale-store.ts';

let isWanted = false;
let toast: number | undefined;

/**
 * Says that the vault is about to close by itself, once until {@link hideLockNotice}. Without its texts, nothing is said.
 * @param leftMs until it closes, milliseconds
 */
export function showLockNotice(leftMs: number, onStay: () => void): void {
  if (isWanted) return;
  isWanted = true;
  loadNamespaces('lock')
    .then(() => {
      if (!isWanted) return;
      const { soon, stay } = currentI18n().LL.lock;
      toast = showToast({
        kind: 'info',
        text: soon({ count: Math.round(leftMs / 1000) }),
        action: { label: stay(), onAction: onStay },
        duration: leftMs,
      });
    })
    .catch(() => undefined);
}

export function hideLockNotice(): void {
  isWanted = false;
  if (toast !== undefined) dismissToast(toast);
  toast = undefined;
}
