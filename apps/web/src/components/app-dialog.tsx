import { Dialog, type DialogProps } from '@nuances/ui/dialog';
import { useI18n } from '../i18n/locale-store.ts';

/** A dialog with the translated labels of its handle and of its close button, which a caller may name otherwise. */
export function AppDialog(props: Omit<DialogProps, 'closeLabel' | 'handleLabel'> & { readonly closeLabel?: string }) {
  const { LL } = useI18n();
  return <Dialog closeLabel={LL.dialog.close()} handleLabel={LL.dialog.handle()} {...props} />;
}
