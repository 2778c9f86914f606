import { dismissToast, showToast } from '@nuances/ui/toast';
import { currentI18n } from '../i18n/locale-store.ts';
import { keepScan, onScanRemoved, removeScanLater, undoScanMs } from '../offline/scan-removal.ts';

/**
 * Deletes a scan that its person has asked to delete, and offers to take that back as long as it is possible.
 * @param text what is said meanwhile
 * @param onUndo called when it was taken back
 */
export function removeScan(owner: string, id: string, text: string, onUndo: () => void): void {
  removeScanLater(owner, id);
  const toast = showToast({
    kind: 'success',
    role: 'status',
    text,
    action: {
      label: currentI18n().LL.action.undo(),
      onAction: () => {
        keepScan(id);
        onUndo();
      },
    },
    duration: undoScanMs,
  });
  // One that had to wait behind another message would offer what is no longer possible.
  const stop = onScanRemoved((removed) => {
    if (removed !== id) return;
    stop();
    dismissToast(toast);
  });
}
