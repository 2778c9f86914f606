import { ToastRegion } from '@nuances/ui/toast';
import { useI18n } from '../../i18n/locale-store.ts';

/** The toasts of the app, with translated labels. */
export function Toasts() {
  const { LL } = useI18n();
  return <ToastRegion label={LL.toast.region()} closeLabel={LL.toast.close()} />;
}
