import { ConfirmDialog } from '@nuances/ui/confirm-dialog';
import { showToast } from '@nuances/ui/toast';
import { useState } from 'react';
import { toApiError } from '../../api/api-error.ts';
import { takeOutScan, trpc } from '../../api/queries.tsx';
import { useI18n } from '../../i18n/locale-store.ts';
import { withdraw } from '../../offline/send.ts';
import type { HistoryScan } from './history-row.tsx';

interface Props {
  /** The scan to ask about; null asks nothing. */
  readonly scan: HistoryScan | null;
  readonly onClose: () => void;
  /** What takes the focus once the scan and its menu are removed. */
  readonly focusAfter: () => HTMLElement | null | undefined;
}

/** Asks before a scan goes; it leaves the list when the server has deleted it. */
export function DeleteScan({ scan, onClose, focusAfter }: Props) {
  const { LL } = useI18n();
  const lists = trpc.useUtils().results.list;
  const remove = trpc.results.delete.useMutation();
  const [asked, setAsked] = useState(scan);
  if (scan && scan !== asked) setAsked(scan);

  const confirm = async () => {
    if (!scan) return;
    try {
      // One that waits here may be with the server too: an answer was lost. Without a network it cannot be asked.
      const waited = await withdraw(scan._id);
      await remove.mutateAsync({ _id: scan._id }).catch((error: unknown) => {
        if (!waited) throw error;
      });
      takeOutScan(scan._id);
      void lists.invalidate({ source: 'stats' });
      showToast({ kind: 'success', role: 'status', text: LL.history.deleted() });
    } catch (error) {
      const failure = toApiError(error);
      const text = failure.code === 'network' ? LL.error.network() : (failure.message ?? LL.error.server());
      showToast({ kind: 'error', role: 'alert', text });
      if (failure.code === 'notFound') void lists.invalidate();
    }
    onClose();
  };

  return asked ? (
    <ConfirmDialog
      open={scan !== null}
      title={LL.history.delete.title()}
      text={LL.history.delete.text()}
      confirmLabel={LL.action.delete()}
      keepLabel={LL.action.keep()}
      busy={remove.isPending}
      focusAfter={focusAfter}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  ) : null;
}
