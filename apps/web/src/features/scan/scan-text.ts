import { axisIds } from '@nuances/domain/axes';
import type { I18n } from '../../i18n/locale-store.ts';
import { scanImage } from '../../i18n/scan-image.ts';
import { nearPole } from '../../i18n/scan-labels.ts';
import { scanMoment } from '../../i18n/scan-time.ts';

/** A scan in lines of text, to be pasted elsewhere: its moment, its image, its seven answers. */
export function scanText(
  words: I18n,
  scan: { readonly answers: readonly number[]; readonly createdAt: string },
): string {
  const { LL } = words;
  const answers = axisIds.flatMap((axis, index) => {
    const value = scan.answers[index];
    return value === undefined ? [] : [LL.result.ring.item({ pole: nearPole(LL, axis, value), value })];
  });
  return [scanMoment(words, scan.createdAt).sentence, scanImage(LL, scan.answers).name, '', ...answers].join('\n');
}
