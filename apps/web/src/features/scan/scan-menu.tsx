import { Menu, type MenuEntry } from '@nuances/ui/menu';
import { showToast } from '@nuances/ui/toast';
import { currentI18n, useI18n } from '../../i18n/locale-store.ts';
import type { ShownScan } from '../../offline/scans.ts';
import { scanText } from './scan-text.ts';

async function copy(scan: ShownScan): Promise<void> {
  const words = currentI18n();
  try {
    await navigator.clipboard.writeText(scanText(words, scan));
    showToast({ kind: 'success', role: 'status', text: words.LL.scan.copied() });
  } catch {
    showToast({ kind: 'error', role: 'alert', text: words.LL.scan.copyFailed() });
  }
}

interface Props {
  readonly scan: ShownScan;
  readonly onDelete: () => void;
}

/** What can be done with a scan: copied, printed, deleted. */
export function ScanMenu({ scan, onDelete }: Props) {
  const { LL } = useI18n();
  const entries: MenuEntry[] = [
    { id: 'copy', label: LL.scan.copy(), icon: 'copy', onSelect: () => void copy(scan) },
    { id: 'print', label: LL.scan.print(), icon: 'print', onSelect: () => window.print() },
    { id: 'delete', label: LL.action.delete(), icon: 'trash', danger: true, onSelect: onDelete },
  ];
  return <Menu label={LL.scan.menu()} items={entries} />;
}
