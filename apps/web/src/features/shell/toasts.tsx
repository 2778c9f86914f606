import { ToastRegion } from '@nuances/ui/toast';
import { useWords } from '../../words.ts';

export function Toasts() {
  const { LL } = useWords();
  return <ToastRegion label={LL.app.name()} closeLabel={LL.toast.close()} />;
}
