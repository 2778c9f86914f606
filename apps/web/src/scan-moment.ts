import { longDay, timeOfDay } from '@nuances/i18n/dates';
import type { Words } from './words.ts';

/** When a scan was made, in words of the language and in the person's time zone. */
export function scanMoment({ LL, locale }: Words, createdAt: string) {
  const at = new Date(createdAt);
  const day = longDay(at, locale, new Date());
  const time = timeOfDay(at, locale);
  return { day, time, sentence: LL.common.dateAtTime({ date: day, time }) };
}
