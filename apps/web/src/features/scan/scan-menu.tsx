import { Menu, type MenuEntry } from '@nuances/ui/menu';
import { showToast } from '@nuances/ui/toast';
import { saveBloomPicture } from '../../scans/save-bloom-picture.ts';
import { currentI18n, useI18n } from '../../i18n/locale-store.ts';
import type { ShownScan } from '../../offline/scans.ts';
import { scanText } from './scan-text.ts';

async function copy(scan: ShownScan): Promise<void> {
  const i18n = currentI18n();
  try {
    await navigator.clipboard.writeText(scanText(i18n, scan));
    showToast({ kind: 'success', text: i18n.LL.scan.copied() });
  } catch {
    showToast({ kind: 'error', text: i18n.LL.scan.copyFailed() });
  }
}

interface Props {
  readonly scan: ShownScan;
  readonly onDelete: () => void;
}

/** Menu of actions on a scan: copy, keep the bloom as a picture, print, delete. */
export function ScanMenu({ scan, onDelete }: Props) {
  const { LL } = useI18n();
  const entries: MenuEntry[] = [
    { id: 'copy', label: LL.scan.copy(), icon: 'copy', onSelect: () => void copy(scan) },
    {
      id: 'picture',
      label: LL.result.picture(),
      icon: 'download',
      onSelect: () => void saveBloomPicture(scan.answers, scan.createdAt),
    },
    { id: 'print', label: LL.scan.print(), icon: 'print', onSelect: () => window.print() },
    { id: 'delete', label: LL.action.delete(), icon: 'trash', danger: true, onSelect: onDelete },
  ];
  return <Menu label={LL.scan.menu()} items={entries} />;
}
