import { countText } from '@nuances/i18n/plural';
import { ConfirmDialog } from '@nuances/ui/confirm-dialog';
import { showToast } from '@nuances/ui/toast';
import { useState } from 'react';
import { usePendingScans } from '../../offline/outbox.ts';
import { clearSession, useSession } from '../../session.ts';
import { loadWords, useWords, wordsNow } from '../../words.ts';

/** Ends the session on the server, and here whatever the server says. */
async function leave(): Promise<void> {
  try {
    const { api } = await import('../../trpc.ts');
    await api.auth.logout.mutate();
  } catch (error) {
    await loadWords('error');
    console.warn(wordsNow().LL.error.logoutOther(), error instanceof Error ? error.name : 'unknown');
  }
  clearSession();
  showToast({ kind: 'success', role: 'status', text: wordsNow().LL.nav.loggedOut() });
}

/**
 * Logging out: at once when everything has been sent, else after asking. Gives the function that
 * starts it and the dialog to render.
 */
export function useLeave(onLeft: () => void) {
  const { LL, locale } = useWords();
  const session = useSession();
  const pending = usePendingScans();
  const [asking, setAsking] = useState(false);
  const unsent = pending.filter(({ owner }) => session.status === 'in' && owner === session.userId).length;

  const go = async () => {
    setAsking(false);
    // The page first leaves what only a logged-in person may see, so that no guard takes the logout for a lost session.
    onLeft();
    await leave();
  };
  const start = async () => {
    if (unsent === 0) return go();
    await loadWords('outbox');
    setAsking(true);
  };
  const dialog = asking ? (
    <ConfirmDialog
      open
      title={LL.outbox.logout.title()}
      text={countText(LL.outbox.logout.text, locale, unsent)}
      confirmLabel={LL.outbox.logout.confirm()}
      keepLabel={LL.outbox.logout.stay()}
      danger={false}
      onConfirm={() => void go()}
      onClose={() => setAsking(false)}
    />
  ) : null;

  return { start: () => void start(), dialog };
}
