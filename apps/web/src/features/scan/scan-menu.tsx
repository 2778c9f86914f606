import { Menu, type MenuEntry } from '@nuances/ui/menu';
import { copyText } from '../../components/copy-text.ts';
import { saveBloomPicture } from '../../scans/save-bloom-picture.ts';
import { useI18n, type I18n } from '../../i18n/locale-store.ts';
import type { ShownScan } from '../../offline/scans.ts';
import { axisIds } from '@nuances/domain/axes';
import { scanImage } from '../../i18n/scan-image.ts';
import { nearPole } from '../../i18n/scan-labels.ts';
import { scanMoment } from '../../i18n/scan-time.ts';

/** A scan as lines of plain text, for the clipboard: date, image, seven answers. */
function scanText(i18n: I18n, scan: Pick<ShownScan, 'answers' | 'createdAt' | 'moment'>): string {
  const { LL } = i18n;
  const answers = axisIds.flatMap((axis, index) => {
    const value = scan.answers[index];
    return value === undefined ? [] : [LL.result.ring.item({ pole: nearPole(LL, axis, value), value })];
  });
  return [
    scanMoment(i18n, { at: scan.createdAt, moment: scan.moment }).sentence,
    scanImage(LL, scan.answers).name,
    '',
    ...answers,
  ].join('\n');
}

interface Props {
  readonly scan: ShownScan;
  readonly onDelete: () => void;
}

/** Menu of actions on a scan: copy, keep the bloom as a picture, print, delete. */
export function ScanMenu({ scan, onDelete }: Props) {
  const i18n = useI18n();
  const { LL } = i18n;
  const entries: MenuEntry[] = [
    {
      id: 'copy',
      label: LL.scan.copy(),
      icon: 'copy',
      onSelect: () => void copyText(scanText(i18n, scan), LL.scan.copied(), LL.scan.copyFailed),
    },
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
