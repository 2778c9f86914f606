import { dateOfDay } from '@nuances/domain/local-day';
import type { Period } from '@nuances/domain/statistics/period';
import { rangeEnds } from '@nuances/i18n/ranges';
import type { I18n } from './locale-store.ts';

/** The days of a week: « du 16 au 22 novembre ». */
export function weekRange({ LL, locale }: I18n, { from, to }: Period): string {
  const ends = { from: dateOfDay(from), to: dateOfDay(to) };
  return LL.look.range(rangeEnds(ends, locale, new Date()));
}
