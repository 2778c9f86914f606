import { Menu } from '@nuances/ui/menu';
import { showToast } from '@nuances/ui/toast';
import { currentI18n, useI18n } from '../../i18n/locale-store.ts';

async function copy(text: string): Promise<void> {
  const { LL } = currentI18n();
  try {
    await navigator.clipboard.writeText(text);
    showToast({ kind: 'success', text: LL.look.copied() });
  } catch {
    showToast({ kind: 'error', text: LL.scan.copyFailed() });
  }
}

/** Menu of a look back: copies it as text, or prints it. */
export function LookMenu({ text }: { readonly text: string }) {
  const { LL } = useI18n();
  return (
    <Menu
      label={LL.look.menu()}
      items={[
        { id: 'copy', label: LL.scan.copy(), icon: 'copy', onSelect: () => void copy(text) },
        { id: 'print', label: LL.scan.print(), icon: 'print', onSelect: () => window.print() },
      ]}
    />
  );
}
