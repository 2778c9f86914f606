import { axisIds } from '@nuances/domain/axes';
import type { Locale } from '@nuances/domain/locales';
import type { TimedScan } from '@nuances/domain/scan-series';
import { answerOf } from '@nuances/domain/scoring';
import { longDay } from '@nuances/i18n/dates';
import type { TranslationFunctions } from '@nuances/i18n/i18n-types';
import { decimal } from '@nuances/i18n/numbers';
import { pluralForm } from '@nuances/i18n/plural';

/** Text alternative of the chart; empty without scans. */
export function chartSummary(LL: TranslationFunctions, locale: Locale, scans: readonly TimedScan[]): string {
  const [first, last] = [scans[0], scans.at(-1)];
  if (!first || !last) return '';
  const now = new Date();
  const list = axisIds.map((axis) => {
    const answers = scans.map((scan) => answerOf(scan.answers, axis));
    return LL.stats.chart.summaryItem({
      pole: LL.axis[axis].right(),
      first: answerOf(first.answers, axis),
      last: answerOf(last.answers, axis),
      min: answers.reduce((least, answer) => Math.min(least, answer)),
      max: answers.reduce((most, answer) => Math.max(most, answer)),
    });
  });
  return LL.stats.chart.summary[pluralForm(locale, scans.length)]({
    count: decimal(scans.length, locale),
    start: longDay(new Date(first.at), locale, now),
    end: longDay(new Date(last.at), locale, now),
    list: list.join(' '),
  });
}
