import { axisIds, type AxisId } from '@nuances/domain/axes';
import { unitMeans, type ConsultationFigures } from '@nuances/domain/consultation';
import { dateOfDay, type LocalDay } from '@nuances/domain/local-day';
import type { UsedTag } from '@nuances/domain/scan/tags';
import type { AnswerRange } from '@nuances/domain/statistics/usual-range';
import { dayAndMonth, dayMonthAndYear, shortDateAndYear } from '@nuances/i18n/dates';
import { decimal } from '@nuances/i18n/numbers';
import type { I18n } from '../../i18n/locale-store.ts';
import type { DatedScan } from '../../i18n/scan-time.ts';

export interface ChosenNote {
  readonly day: LocalDay;
  readonly title: string;
}

export interface PageChoice {
  readonly figures: ConsultationFigures;
  /** Scans of the period, in time order. */
  readonly scans: readonly DatedScan[];
  /** Tags, most used first; null when they are not wanted. */
  readonly tags: readonly UsedTag[] | null;
  /** Notes in order of their days. */
  readonly notes: readonly ChosenNote[];
  readonly lines: boolean;
  /** Day of creation. */
  readonly today: LocalDay;
}

/** Says the course of each axis in a period as the statistics say it, in data order. */
export type SayCourses = (
  words: I18n,
  scans: readonly DatedScan[],
  figures: ConsultationFigures,
) => readonly { readonly axis: AxisId; readonly long: string }[];

/** Values and texts of one row of the table. */
export interface AxisRow {
  readonly axis: AxisId;
  readonly left: string;
  readonly right: string;
  readonly mean: number;
  readonly usual: AnswerRange;
  /** One value for each week or month; null for one without scans. */
  readonly trend: readonly (number | null)[];
  readonly meanText: string;
  readonly usualText: string;
  readonly sidesText: string;
  readonly stripAlt: string;
  readonly trendAlt: string;
}

/** All texts and values of the page. */
export interface PageContent {
  readonly kind: string;
  readonly title: string;
  readonly intro: string;
  /** Headings of the columns: axis, strip, mean, usual range, line, sides. */
  readonly heads: readonly [string, string, string, string, string, string];
  readonly rows: readonly AxisRow[];
  readonly definitions: string;
  readonly tags: { readonly title: string; readonly items: readonly string[] } | null;
  readonly notes: {
    readonly title: string;
    readonly items: readonly { readonly date: string; readonly title: string }[];
  } | null;
  readonly say: { readonly title: string; readonly alt: string } | null;
  readonly is: string;
  readonly made: string;
  readonly page: string;
}

function titleOf({ LL, locale }: I18n, { period: { from, to } }: ConsultationFigures): string {
  const end = dayMonthAndYear(dateOfDay(to), locale);
  if (from === to) return LL.consult.titleDay({ date: end });
  return LL.consult.title({ start: dayAndMonth(dateOfDay(from), locale, dateOfDay(to)), end });
}

function countOf({ LL, locale }: I18n, figures: ConsultationFigures): string {
  const scans = decimal(figures.scans, locale);
  const period = decimal(figures.calendarDays, locale);
  if (figures.calendarDays === 1) return LL.consult.countSameDay({ scans });
  if (figures.days === 1) return LL.consult.countOneDay({ scans, period });
  return LL.consult.count({ scans, days: decimal(figures.days, locale), period });
}

function rowOf({ LL, locale }: I18n, figures: ConsultationFigures, axis: AxisId, trendAlt: string): AxisRow {
  const its = figures.axes[axisIds.indexOf(axis)];
  if (!its) throw new RangeError(`no figures of ${axis}`);
  const one = (value: number) => decimal(value, locale, 1);
  const { low: min, high: max } = its.usual;
  return {
    axis,
    left: LL.axis[axis].left(),
    right: LL.axis[axis].right(),
    mean: its.mean,
    usual: its.usual,
    trend: unitMeans(figures, axis),
    meanText: one(its.mean),
    usualText: LL.consult.range({ min, max }),
    sidesText: LL.consult.sides({ left: decimal(its.left, locale), right: decimal(its.right, locale) }),
    stripAlt: LL.consult.alt.strip({ min, max, mean: one(its.mean) }),
    trendAlt,
  };
}

/** Texts and values of a page, in the current language. */
export function pageContent(words: I18n, choice: PageChoice, sayCourses: SayCourses): PageContent {
  const { figures, scans, tags, notes, lines, today } = choice;
  const { LL, locale } = words;
  const { col } = LL.consult;
  const byMonth = figures.unit === 'month';
  return {
    kind: LL.consult.kind(),
    title: titleOf(words, figures),
    intro: `${countOf(words, figures)} ${LL.consult.how()}`,
    heads: [col.axis(), col.strip(), col.mean(), col.usual(), byMonth ? col.trendMonth() : col.trend(), col.sides()],
    rows: sayCourses(words, scans, figures).map(({ axis, long }) => rowOf(words, figures, axis, long)),
    definitions: byMonth ? LL.consult.usualDefMonth() : LL.consult.usualDef(),
    tags:
      tags && tags.length > 0
        ? {
            title: LL.consult.tags(),
            items: tags.map(({ tag, count }) => LL.consult.tag({ tag, count: decimal(count, locale) })),
          }
        : null,
    notes:
      notes.length > 0
        ? {
            title: LL.consult.notes(),
            items: notes.map(({ day, title }) => ({
              date: shortDateAndYear(dateOfDay(day), locale, dateOfDay(today)),
              title,
            })),
          }
        : null,
    say: lines ? { title: LL.consult.say(), alt: LL.consult.lines() } : null,
    is: `${LL.consult.is()} ${LL.consult.isNot()}`,
    made: LL.consult.made({ date: dayMonthAndYear(dateOfDay(today), locale) }),
    page: LL.consult.page(),
  };
}
