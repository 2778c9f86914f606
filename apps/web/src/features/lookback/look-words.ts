import type { AxisId } from '@nuances/domain/axes';
import { dateOfDay, dayOf, weekdayOf } from '@nuances/domain/local-day';
import type { LookFigures, LookScan } from '@nuances/domain/lookback/figures';
import type { LookUnit } from '@nuances/domain/lookback/span';
import type { Period } from '@nuances/domain/statistics/period';
import { capitalized } from '@nuances/i18n/capitalized';
import { dayAndMonth, dayOfMonth, monthName, weekdayName } from '@nuances/i18n/dates';
import { rangeText } from '@nuances/i18n/ranges';
import type { I18n } from '../../i18n/locale-store.ts';
import { type DatedScan, dayWithTime } from '../../i18n/scan-time.ts';
import { nearPole } from '../../i18n/scan-labels.ts';
import { weekRange } from '../../i18n/week-range.ts';

export interface FigureRow {
  readonly axis: AxisId;
  readonly caption: string;
  readonly text: string;
}

/** « Votre semaine ». */
export function titleOf({ LL }: I18n, unit: LookUnit): string {
  return LL.look[unit]();
}

/** « du 16 au 22 novembre », « Novembre ». */
export function rangeOf(words: I18n, unit: LookUnit, span: Period): string {
  if (unit === 'week') return weekRange(words, span);
  const { locale } = words;
  return capitalized(monthName(dateOfDay(span.from), locale, new Date()), locale);
}

/** A week or month as a link says it: « 9 – 15 nov. », « octobre ». */
export function spanName({ locale }: I18n, unit: LookUnit, { from, to }: Period, length: 'short' | 'long'): string {
  const now = new Date();
  if (unit === 'month') return monthName(dateOfDay(from), locale, now);
  return rangeText({ from: dateOfDay(from), to: dateOfDay(to) }, locale, now, length);
}

/** A day inside its week or month: « lundi », « 10 », "10 November". */
function dayWord({ locale }: I18n, unit: LookUnit, at: number): string {
  if (unit === 'week') return weekdayName(weekdayOf(dayOf(at)), locale);
  const date = new Date(at);
  return locale === 'fr' ? dayOfMonth(date, locale) : dayAndMonth(date, locale, date).replaceAll(' ', '\u00A0');
}

/** « et » stays with what it joins. */
const joined = (text: string) => text.replace(/ (et|and) /, ' $1\u00A0');

/** A sentence in which no line begins with a figure: it belongs to the word before it. */
const withFigures = (text: string) => joined(text).replaceAll(/ (?=\d)/g, '\u00A0');

/** A sentence in which no line ends with a figure: it belongs to its day, « 3 lundi », "3 on Monday". */
const withDays = (text: string) =>
  joined(text).replaceAll(/(?<=\d) (?:(on|le) )?(?=\S)/g, (_, word?: string) =>
    word === undefined ? '\u00A0' : `\u00A0${word}\u00A0`,
  );

/** Both poles for a sentence; no line ends between an article and its noun. */
function polesOf({ LL }: I18n, axis: AxisId) {
  const unbroken = (pole: string) => pole.replace(/^(\S{1,3}) /, '$1\u00A0');
  return { left: unbroken(LL.axis[axis].leftThe()), right: unbroken(LL.axis[axis].rightThe()) };
}

/** What is told of scans, whose time may not be exact. */
type Figures = LookFigures<LookScan & DatedScan>;
type Most = NonNullable<Figures['most']>;

function mostWords(words: I18n, unit: LookUnit, { axis, from, to }: Most) {
  // On one day, only the time tells the two apart.
  const isOneDay = dayOf(from.scan.at) === dayOf(to.scan.at);
  const say = (scan: LookScan & DatedScan) => {
    const date = dayWord(words, unit, scan.at);
    return isOneDay ? dayWithTime(words, scan, date) : date;
  };
  const days = { fromDay: say(from.scan), toDay: say(to.scan) };
  return { ...polesOf(words, axis), from: from.value, to: to.value, ...days };
}

/** The sentence about a week on Today; null where its scans say nothing. */
export function todaySentence(words: I18n, { most, still }: Figures): string | null {
  if (still) return words.LL.look.still();
  return most && withDays(words.LL.look.today(mostWords(words, 'week', most)));
}

/** « Une fleur, jeudi. » */
export function oneSentence(words: I18n, unit: LookUnit, at: number): string {
  const { one, oneMonth } = words.LL.look;
  return (unit === 'week' ? one : oneMonth)({ day: dayWord(words, unit, at) });
}

/** « Pas de fleur ici. … » */
export function noneSentence({ LL }: I18n, unit: LookUnit): string {
  return unit === 'week' ? LL.look.none() : LL.look.noneMonth();
}

function widestText(words: I18n, unit: LookUnit, { scan, low, high }: NonNullable<Figures['widest']>): string {
  const { LL, locale } = words;
  const pole = ({ axis, value }: typeof low) => nearPole(LL, axis, value).toLocaleLowerCase(locale);
  const at = new Date(scan.at);
  const day = unit === 'week' ? dayWord(words, unit, scan.at) : dayAndMonth(at, locale, at);
  return LL.look.wideText({
    day: capitalized(day, locale),
    low: pole(low),
    lowValue: low.value,
    high: pole(high),
    highValue: high.value,
  });
}

/** What moved most and least, and the widest bloom, as far as the scans say it. */
export function figureRows(words: I18n, unit: LookUnit, { most, least, widest }: Figures): readonly FigureRow[] {
  const { look } = words.LL;
  const rows: FigureRow[] = [];
  if (most) {
    const text = unit === 'week' ? look.movedText : look.movedMonth;
    rows.push({ axis: most.axis, caption: look.moved(), text: withDays(text(mostWords(words, unit, most))) });
  }
  if (least) {
    const { axis, lowest: min, highest: max } = least;
    const poles = polesOf(words, axis);
    const text = min === max ? look.steadySame({ ...poles, value: min }) : look.steadyText({ ...poles, min, max });
    rows.push({ axis, caption: look.steady(), text: withFigures(text) });
  }
  if (widest)
    rows.push({ axis: widest.low.axis, caption: look.wide(), text: withFigures(widestText(words, unit, widest)) });
  return rows;
}
