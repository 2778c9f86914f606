import { ToastRegion } from '@nuances/ui/toast';
import { useWords } from '../../i18n/locale-store.ts';

/** The toasts of the app, with their words. */
export function Toasts() {
  const { LL } = useWords();
  return <ToastRegion label={LL.app.name()} closeLabel={LL.toast.close()} />;
}
