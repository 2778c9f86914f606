import type { Pattern } from '@nuances/domain/patterns/scan-patterns';
import { dateOfDay } from '@nuances/domain/local-day';
import type { Period } from '@nuances/domain/statistics/period';
import { dayAndMonth, weekdayName } from '@nuances/i18n/dates';
import { decimal, signed } from '@nuances/i18n/numbers';
import { pluralForm } from '@nuances/i18n/plural';
import type { I18n } from '../../i18n/locale-store.ts';
import { nearPoleThe } from '../../i18n/scan-labels.ts';

export interface PatternWords {
  readonly sentence: string;
  readonly inside: string;
  readonly outside: string;
  readonly counts: string;
  readonly size: string;
}

/** A period as text, with the year unless it is the current one. */
export function periodText({ LL, locale }: I18n, { from, to }: Period): string {
  const now = new Date();
  return LL.insight.period({
    start: dayAndMonth(dateOfDay(from), locale, now),
    end: dayAndMonth(dateOfDay(to), locale, now),
  });
}

function sentenceOf({ LL, locale }: I18n, { grouping, axis, delta, inside, outside }: Pattern): string {
  const pole = nearPoleThe(LL, axis, delta > 0 ? 'positive' : 'negative');
  switch (grouping.kind) {
    case 'tag':
      return LL.insight.tag({ tag: grouping.tag, pole });
    case 'weekday':
      return LL.insight.weekday({ weekday: weekdayName(grouping.weekday, locale), pole });
    case 'weekdayHour':
      return LL.insight.weekdayHour({
        weekday: weekdayName(grouping.weekday, locale),
        part: LL.insight.partShort[grouping.part](),
        pole,
      });
    case 'hour':
      return LL.insight.hour({ part: LL.insight.part[grouping.part](), pole });
    case 'together':
      return LL.insight.together({ other: nearPoleThe(LL, grouping.axis, 'positive'), pole });
    case 'since':
      return LL.insight.since({ date: dayAndMonth(dateOfDay(grouping.day), locale, new Date()), pole });
    case 'recent': {
      const usual = LL.insight.usual({
        left: LL.axis[axis].leftThe(),
        right: LL.axis[axis].rightThe(),
        min: outside.usual.low,
        max: outside.usual.high,
      });
      return `${usual} ${LL.insight.outside({ mean: decimal(inside.mean, locale, 1) })}`;
    }
  }
}

function sidesOf({ LL, locale }: I18n, { grouping, inside, outside }: Pattern) {
  const mean = decimal(inside.mean, locale, 1);
  const other = decimal(outside.mean, locale, 1);
  const named = (name: string) => ({
    inside: LL.insight.group({ name, mean }),
    outside: LL.insight.rest({ mean: other }),
  });
  switch (grouping.kind) {
    case 'tag':
      return { inside: LL.insight.with({ mean }), outside: LL.insight.without({ mean: other }) };
    case 'weekday':
      return named(weekdayName(grouping.weekday, locale));
    case 'weekdayHour':
      return named(
        LL.insight.name.weekdayHour({
          weekday: weekdayName(grouping.weekday, locale),
          part: LL.insight.partShort[grouping.part](),
        }),
      );
    case 'hour':
      return named(LL.insight.partShort[grouping.part]());
    case 'together':
      return named(LL.insight.name.together());
    case 'recent':
      return named(LL.insight.name.recent());
    case 'since':
      return {
        inside: LL.insight.group({ name: LL.insight.name.since(), mean }),
        outside: LL.insight.group({ name: LL.insight.name.before(), mean: other }),
      };
  }
}

/** The texts of a pattern: sentence, counts, period, size and uncertainty. */
export function patternWords(words: I18n, pattern: Pattern): PatternWords {
  const { LL, locale } = words;
  const { grouping, inside, outside, delta, low, high } = pattern;
  const counts = { with: inside.count, without: outside.count, period: periodText(words, pattern.period) };
  const size = { delta: signed(delta, locale, 1), low: signed(low, locale, 1), high: signed(high, locale, 1) };
  const countText = { tag: LL.insight.countTag, since: LL.insight.countSince, other: LL.insight.countTime };
  const kind = grouping.kind === 'tag' || grouping.kind === 'since' ? grouping.kind : 'other';
  return {
    sentence: sentenceOf(words, pattern),
    ...sidesOf(words, pattern),
    counts: countText[kind](counts),
    size: LL.insight.size[pluralForm(locale, delta, 1)](size),
  };
}
