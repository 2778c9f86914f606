import { countText } from '@nuances/i18n/plural';
import { showToast } from '@nuances/ui/toast';
import { currentI18n, loadNamespaces } from '../i18n/locale-store.ts';
import { claimScans, unclaimScans, visitorScans } from '../offline/scans.ts';
import { keepsScans } from '../session/open-consents.ts';
import { currentUserId } from '../session/session-store.ts';

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

/** As {@link claimScansWithToast}, for scans that a login had no time to take over because its page was left. Rejects when texts cannot be loaded. */
export async function claimLeftScans(): Promise<void> {
  const userId = currentUserId();
  if (userId === null || !keepsScans(userId) || (await visitorScans()).length === 0) return;
  await loadNamespaces('outbox', 'error');
  await claimScansWithToast(userId);
}
