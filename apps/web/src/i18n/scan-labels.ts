import { axisIds, type AxisId } from '@nuances/domain/axes';
import { isNearMiddle, polarityOf, type Polarity } from '@nuances/domain/scan/scoring';
import type { TranslationFunctions } from '@nuances/i18n/i18n-types';

type LL = TranslationFunctions;

/** Name of the pole that an answer is nearer to, as a label: "Joy". */
export function nearPole(LL: LL, axis: AxisId, answer: number): string {
  return polarityOf(answer) === 'positive' ? LL.axis[axis].right() : LL.axis[axis].left();
}

/** The same pole inside a sentence: "joy", « la joie ». */
export function nearPoleThe(LL: LL, axis: AxisId, polarity: Polarity): string {
  return polarity === 'positive' ? LL.axis[axis].rightThe() : LL.axis[axis].leftThe();
}

/** Accessible name of an answer: "3 of 10, nearer to anger than to security". */
export function answerName(LL: LL, axis: AxisId, value: number): string {
  const polarity = polarityOf(value);
  const words = {
    value,
    near: nearPoleThe(LL, axis, polarity),
    far: nearPoleThe(LL, axis, polarity === 'positive' ? 'negative' : 'positive'),
  };
  return isNearMiddle(value) ? LL.quiz.radio.nameMiddle(words) : LL.quiz.radio.name(words);
}

/** A scan as one sentence, for its drawing: "Security 7 of 10, Joy 9 of 10, ...". */
export function answersSentence(LL: LL, answers: readonly number[]): string {
  const items = axisIds.flatMap((axis, index) => {
    const value = answers[index];
    return value === undefined ? [] : [LL.result.ring.item({ pole: nearPole(LL, axis, value), value })];
  });
  return LL.result.ring.alt({ list: items.join(', ') });
}
