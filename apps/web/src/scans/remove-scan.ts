import { dismissToast, showToast } from '@nuances/ui/toast';
import { currentI18n } from '../i18n/locale-store.ts';
import { cancelScanRemoval, onScanRemoved, removeScanLater, undoScanMs } from '../offline/scan-removal.ts';

/**
 * Deletes a scan, and offers to undo that for a limited time.
 * @param text of the message with the undo button
 * @param onUndo called after an undo
 */
export function removeScan(owner: string, id: string, text: string, onUndo: () => void): void {
  removeScanLater(owner, id);
  const toast = showToast({
    kind: 'success',
    text,
    action: {
      label: currentI18n().LL.action.undo(),
      onAction: () => {
        cancelScanRemoval(id);
        onUndo();
      },
    },
    duration: undoScanMs,
  });
  // A toast that waited behind another message must not offer an undo that is no longer possible.
  const stop = onScanRemoved((removed) => {
    if (removed !== id) return;
    stop();
    dismissToast(toast);
  });
}
