import { isLocale } from '@nuances/domain/locales';
import { countText } from '@nuances/i18n/plural';
import { showToast } from '@nuances/ui/toast';
import { holdsItemsOfOthers } from '../../offline/outbox.ts';
import { claimScans, unclaimScans } from '../../offline/scans.ts';
import { storeNoteKey } from '../../note-store/note-key.ts';
import { keepDeviceToken, readDeviceTokens } from '../../session/device-tokens.ts';
import { startSession, currentSession } from '../../session/session-store.ts';
import { setNewAccount } from '../../session/new-account.ts';
import { guestApi } from '../../api/guest-client.ts';
import { chooseLocale, currentI18n } from '../../i18n/locale-store.ts';

function showClaimedToast(ids: readonly string[]): void {
  if (ids.length === 0) return;
  const { LL, locale } = currentI18n();
  const remove = async () => {
    try {
      await unclaimScans(ids);
      showToast({ kind: 'info', role: 'status', text: currentI18n().LL.outbox.adopted.removed() });
    } catch {
      const again = { label: currentI18n().LL.outbox.adopted.remove(), onAction: () => void remove() };
      showToast({
        kind: 'error',
        role: 'alert',
        text: currentI18n().LL.error.network(),
        action: again,
        duration: 60_000,
      });
    }
  };
  showToast({
    kind: 'success',
    role: 'status',
    text: countText(LL.outbox.adopted, locale, ids.length),
    action: { label: LL.outbox.adopted.remove(), onAction: () => void remove() },
    duration: 12_000,
  });
}

/**
 * Logs in, switches to the account's language and adds the scans of this device to the account. Rejects when the login
 * is refused or unanswered; a failure with the scans does not reject.
 */
export async function logIn(username: string, password: string): Promise<void> {
  const deviceTokens = readDeviceTokens();
  const answer = await guestApi.auth.login.mutate({ username, password, rotate: true, deviceTokens });
  if (answer.deviceToken !== undefined) keepDeviceToken(answer.deviceToken);
  startSession({ token: answer.shortToken, refreshToken: answer.refreshToken });
  setNewAccount(null);
  const session = currentSession();
  // A key that cannot be stored is requested again when the notes are opened.
  if (session.status === 'in') await storeNoteKey(session.userId, answer.userKey).catch(() => undefined);
  if (isLocale(answer.language)) await chooseLocale(answer.language);
  showToast({ kind: 'success', role: 'status', text: currentI18n().LL.auth.login.success() });
  if (session.status !== 'in') return;
  void claimScans(session.userId).then(showClaimedToast);
  if (await holdsItemsOfOthers(session.userId)) {
    showToast({ kind: 'info', role: 'status', text: currentI18n().LL.outbox.otherAccount() });
  }
}
