import { countText } from '@nuances/i18n/plural';
import { ConfirmDialog } from '@nuances/ui/confirm-dialog';
import { showToast } from '@nuances/ui/toast';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { unsentOf } from '../../offline/outbox.ts';
import { finishRemovalsNow } from '../../offline/scan-removal.ts';
import { endSessionByChoice, currentSession } from '../../session/session-store.ts';
import { api } from '../../api/client.ts';
import { unsubscribeFromPush } from '../../browser/push-subscription.ts';
import { clearDevice } from './clear-device.ts';
import { useI18n, currentI18n } from '../../i18n/locale-store.ts';

/** Ends the session on the server, and here whatever the server says. `onLeft` is called in between. */
async function logOut(onLeft: () => Promise<void>): Promise<void> {
  // What was said to be deleted is not kept until the next login.
  await finishRemovalsNow();
  try {
    await api.auth.logout.mutate();
  } catch (error) {
    console.warn(currentI18n().LL.error.logoutOther(), error instanceof Error ? error.name : 'unknown');
  }
  await onLeft();
  // The server has forgotten the reminder with its session, or will when it hears of the logout.
  await unsubscribeFromPush();
  // While the page still counts as logged in, so that nobody logs in under it.
  await clearDevice();
  endSessionByChoice();
  showToast({ kind: 'success', role: 'status', text: currentI18n().LL.nav.loggedOut() });
}

/** How much of the person who leaves is not sent yet. */
async function countUnsent(): Promise<number> {
  const session = currentSession();
  return session.status === 'in' ? unsentOf(session.userId) : 0;
}

interface Props {
  /** Leaves what only a logged-in person may see, before the session ends: no guard takes this for a lost session. */
  readonly onLeaving: () => Promise<void>;
  /** The session has ended on the server, by this person's choice. */
  readonly onLeft: (userId: string) => Promise<void>;
  /** The logout is over, or the person stays. */
  readonly onDone: () => void;
}

/** Logging out: at once when everything has been sent, else after asking. */
export function LogoutDialog({ onLeaving, onLeft, onDone }: Props) {
  const { LL, locale } = useI18n();
  const [unsent, setUnsent] = useState(0);
  const begun = useRef(false);

  const leave = async () => {
    const session = currentSession();
    await onLeaving();
    await logOut(async () => {
      if (session.status === 'in') await onLeft(session.userId);
    });
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
