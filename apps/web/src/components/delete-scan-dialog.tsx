import { ConfirmDialog } from '@nuances/ui/confirm-dialog';
import { useI18n } from '../i18n/locale-store.ts';

interface Props {
  readonly open: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  /** Gives the element that gets the focus once the scan is hidden. */
  readonly focusAfter: () => HTMLElement | null | undefined;
}

/** Asks before a scan is deleted. */
export function DeleteScanDialog({ open, onConfirm, onClose, focusAfter }: Props) {
  const { LL } = useI18n();
  return (
    <ConfirmDialog
      open={open}
      title={LL.history.delete.title()}
      text={LL.history.delete.text()}
      confirmLabel={LL.action.delete()}
      keepLabel={LL.action.keep()}
      focusAfter={focusAfter}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  );
}
