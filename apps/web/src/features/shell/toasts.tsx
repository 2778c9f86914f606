import { showToast, ToastRegion } from '@nuances/ui/toast';
import { useEffect } from 'react';
import { currentI18n, loadNamespaces, useI18n } from '../../i18n/locale-store.ts';

async function sayInstalled(): Promise<void> {
  await loadNamespaces('install');
  showToast({ kind: 'success', text: currentI18n().LL.install.done() });
}

/**
 * The toasts, with translated labels. Also confirms the installation of the app, because the browser's dialog does not.
 */
export function Toasts() {
  const { LL } = useI18n();
  useEffect(() => {
    const listen = () => void sayInstalled().catch(() => undefined);
    window.addEventListener('appinstalled', listen);
    return () => window.removeEventListener('appinstalled', listen);
  }, []);
  return <ToastRegion label={LL.toast.region()} closeLabel={LL.toast.close()} />;
}
