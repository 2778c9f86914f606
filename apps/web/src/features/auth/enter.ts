import { isLocale } from '@nuances/domain/locales';
import { countText } from '@nuances/i18n/plural';
import { showToast } from '@nuances/ui/toast';
import { holdsItemsOfOthers } from '../../offline/outbox.ts';
import { adoptScans, disownScans } from '../../offline/scans.ts';
import { keepNoteKey } from '../../note-store/note-key.ts';
import { openSession, sessionNow } from '../../session/session-store.ts';
import { guestApi } from '../../api/client.ts';
import { chooseLocale, wordsNow } from '../../i18n/locale-store.ts';

function tellAdopted(ids: readonly string[]): void {
  if (ids.length === 0) return;
  const { LL, locale } = wordsNow();
  const remove = async () => {
    try {
      await disownScans(ids);
      showToast({ kind: 'info', role: 'status', text: wordsNow().LL.outbox.adopted.removed() });
    } catch {
      const again = { label: wordsNow().LL.outbox.adopted.remove(), onAction: () => void remove() };
      showToast({ kind: 'error', role: 'alert', text: wordsNow().LL.error.network(), action: again, duration: 60_000 });
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
 * Logs in, switches to the account's language and takes the scans of this device into the account.
 * Rejects when the login is refused or unanswered; the scans never make it fail.
 */
export async function enter(username: string, password: string): Promise<void> {
  const answer = await guestApi.auth.login.mutate({ username, password, rotate: true });
  openSession({ token: answer.shortToken, refreshToken: answer.refreshToken });
  const session = sessionNow();
  // A key that cannot be kept is asked for again when the notes are opened.
  if (session.status === 'in') await keepNoteKey(session.userId, answer.userKey).catch(() => undefined);
  if (isLocale(answer.language)) await chooseLocale(answer.language);
  showToast({ kind: 'success', role: 'status', text: wordsNow().LL.auth.login.success() });
  if (session.status !== 'in') return;
  void adoptScans(session.userId).then(tellAdopted);
  if (await holdsItemsOfOthers(session.userId)) {
    showToast({ kind: 'info', role: 'status', text: wordsNow().LL.outbox.otherAccount() });
  }
}
