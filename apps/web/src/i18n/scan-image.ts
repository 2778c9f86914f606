import { imageOf, scoreOf, type ImageIndex } from '@nuances/domain/scan/scoring';
import type { TranslationFunctions } from '@nuances/i18n/i18n-types';

const keys = [
  'result0',
  'result1',
  'result2',
  'result3',
  'result4',
  'result5',
] as const satisfies readonly `result${ImageIndex}`[];

/** The image in the middle of a scan, with its description. */
export function scanImage(LL: TranslationFunctions, answers: readonly number[]) {
  const index = imageOf(scoreOf(answers));
  const words = LL.image[keys[index]];
  return { index, name: words.name(), alt: words.alt() };
}
