import { axisIds } from '@nuances/domain/axes';
import type { I18n } from '../../i18n/locale-store.ts';
import { scanImage } from '../../i18n/scan-image.ts';
import { nearPole } from '../../i18n/scan-labels.ts';
import { scanMoment } from '../../i18n/scan-time.ts';
import type { ShownScan } from '../../offline/scans.ts';

/** A scan as lines of plain text, for the clipboard: date, image, seven answers. */
export function scanText(i18n: I18n, scan: Pick<ShownScan, 'answers' | 'createdAt' | 'moment'>): string {
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
