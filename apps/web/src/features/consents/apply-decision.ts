import type { ConsentPurpose } from '@nuances/domain/consent/fields';
import { unsubscribeFromPush } from '../../browser/push-subscription.ts';
import { changeSetting, countsVisits } from '../../browser/setting.ts';
import { dropReminderOf } from '../../offline/outbox.ts';
import { claimScansWithToast } from '../../scans/claim-scans.ts';

/**
 * Does on this device what a decision about an agreement means, once the server has recorded it. Texts: the namespaces
 * outbox and error.
 */
export async function applyDecision(userId: string, purpose: ConsentPurpose, given: boolean): Promise<void> {
  if (purpose === 'usage') changeSetting(countsVisits, given);
  if (purpose === 'keep' && given) await claimScansWithToast(userId);
  if (purpose === 'reminder' && !given) {
    await dropReminderOf(userId);
    await unsubscribeFromPush();
  }
}
