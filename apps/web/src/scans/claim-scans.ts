import { countText } from '@nuances/i18n/plural';
import { showToast } from '@nuances/ui/toast';
import { currentI18n } from '../i18n/locale-store.ts';
import { claimScans, unclaimScans } from '../offline/scans.ts';

function showClaimedToast(ids: readonly string[]): void {
  if (ids.length === 0) return;
  const { LL, locale } = currentI18n();
  const remove = async () => {
    try {
      await unclaimScans(ids);
      showToast({ kind: 'info', text: currentI18n().LL.outbox.adopted.removed() });
    } catch {
      const again = { label: currentI18n().LL.outbox.adopted.remove(), onAction: () => void remove() };
      showToast({
        kind: 'error',
        text: currentI18n().LL.error.network(),
        action: again,
        duration: 60_000,
      });
    }
  };
  showToast({
    kind: 'success',
    text: countText(LL.outbox.adopted, locale, ids.length),
    action: { label: LL.outbox.adopted.remove(), onAction: () => void remove() },
    duration: 12_000,
  });
}

/**
 * Adds the scans of this device that belong to nobody to an account, and says how many. Texts: the namespaces outbox and
 * error.
 */
export async function claimScansWithToast(userId: string): Promise<void> {
  showClaimedToast(await claimScans(userId));
}
