import { countText } from '@nuances/i18n/plural';
import { ConfirmDialog } from '@nuances/ui/confirm-dialog';
import { showToast } from '@nuances/ui/toast';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { dropReminderOf, unsentOf } from '../../offline/outbox.ts';
import { finishRemovalsNow } from '../../offline/scan-removal.ts';
import { announceLogout, currentUserId, endSessionByChoice } from '../../session/session-store.ts';
import { api, cancelReads } from '../../api/client.ts';
import { unsubscribeFromPush } from '../../browser/push-subscription.ts';
import { forgetDeviceVaults } from '../../keys/device-vault.ts';
import { clearDevice } from './clear-device.ts';
import { useI18n, currentI18n } from '../../i18n/locale-store.ts';

/** Ends the session on the server, and in this browser whatever the server answers. Sealed drafts stay for the next login. */
async function logOut(userId: string | null): Promise<void> {
  if (userId !== null) await dropReminderOf(userId);
  // A deletion that the page already announced must not wait for the next login.
  await finishRemovalsNow();
  cancelReads();
  announceLogout();
  try {
    await api.auth.logout.mutate();
  } catch (error) {
    console.warn(currentI18n().LL.error.logoutOther(), error instanceof Error ? error.name : 'unknown');
  }
  // The server deletes the reminder together with its session, at once or when the logout reaches it.
  await unsubscribeFromPush();
  // While the page still counts as logged in, so that no other login can begin meanwhile.
  await forgetDeviceVaults();
  // Once more: the server may have taken its time.
  announceLogout();
  await clearDevice();
  endSessionByChoice();
  showToast({ kind: 'success', text: currentI18n().LL.nav.loggedOut() });
}

/** Number of items of this account that are not sent yet and stay here. */
async function countUnsent(): Promise<number> {
  const userId = currentUserId();
  return userId === null ? 0 : unsentOf(userId);
}

interface Props {
  /** Leaves the account screens before the session ends, so that no guard treats the end as a lost session. */
  readonly onLeaving: () => Promise<void>;
  /** The logout has ended, or was cancelled. */
  readonly onDone: () => void;
}

/** Logs out: at once when everything has been sent, else after a question. */
export function LogoutDialog({ onLeaving, onDone }: Props) {
  const { LL, locale } = useI18n();
  const [unsent, setUnsent] = useState(0);
  const begun = useRef(false);

  const leave = async () => {
    const userId = currentUserId();
    await onLeaving();
    await logOut(userId);
    onDone();
  };
  const goOn = useEffectEvent((count: number) => {
    if (count === 0) void leave();
    else setUnsent(count);
  });
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void countUnsent().then((count) => goOn(count));
  }, []);

  return unsent === 0 ? null : (
    <ConfirmDialog
      open
      title={LL.outbox.logout.title()}
      text={countText(LL.outbox.logout.text, locale, unsent)}
      confirmLabel={LL.outbox.logout.confirm()}
      keepLabel={LL.outbox.logout.stay()}
      danger={false}
      onConfirm={() => void leave()}
      onClose={onDone}
    />
  );
}
