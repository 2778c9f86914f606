import { axisIds } from '@nuances/domain/axes';
import type { Locale } from '@nuances/domain/locales';
import type { TimedScan } from '@nuances/domain/scan-series';
import { longDay } from '@nuances/i18n/dates';
import type { TranslationFunctions } from '@nuances/i18n/i18n-types';
import { decimal } from '@nuances/i18n/numbers';
import { pluralForm } from '@nuances/i18n/plural';

/** What the chart shows, as a text; empty without scans. */
export function chartSummary(LL: TranslationFunctions, locale: Locale, scans: readonly TimedScan[]): string {
  const [first, last] = [scans[0], scans.at(-1)];
  if (!first || !last) return '';
  const now = new Date();
  const [least, most] = [[...first.answers], [...first.answers]];
  for (const { answers } of scans)
    answers.forEach((answer, index) => {
      if (answer < (least[index] ?? answer)) least[index] = answer;
      if (answer > (most[index] ?? answer)) most[index] = answer;
    });
  const list = axisIds.map((axis, index) =>
    LL.stats.chart.summaryItem({
      pole: LL.axis[axis].right(),
      first: first.answers[index] ?? 0,
      last: last.answers[index] ?? 0,
      min: least[index] ?? 0,
      max: most[index] ?? 0,
    }),
  );
  return LL.stats.chart.summary[pluralForm(locale, scans.length)]({
    count: decimal(scans.length, locale),
    start: longDay(new Date(first.at), locale, now),
    end: longDay(new Date(last.at), locale, now),
    list: list.join(' '),
  });
}
