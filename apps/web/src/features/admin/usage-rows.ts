import { retention } from '@nuances/domain/limits';
import type { UsageWeek } from '@nuances/domain/usage/statistics';
import { decimal } from '@nuances/i18n/numbers';
import type { I18n } from '../../i18n/locale-store.ts';
import type { CsvCell } from '../../i18n/csv.ts';
import { type Metric, panels, type PanelPlan, trends } from './metrics.ts';
import type { Cohort } from './retention-table.tsx';

/** Table of a panel, oldest week first: Monday, each metric, and whether the week is not over. */
export function tableOf(admin: I18n['LL']['admin'], { charts }: PanelPlan, weeks: readonly UsageWeek[]): CsvCell[][] {
  const metrics = charts.flatMap((chart) => chart.metrics);
  const head = [admin.table.week(), ...metrics.map((metric) => metric.words(admin).label), admin.table.remark()];
  const rows = weeks.map((week) => [
    week.weekStart,
    ...metrics.map(({ id }) => week[id]),
    week.isPartial ? admin.partial() : null,
  ]);
  return [head, ...rows];
}

/** Every metric of the screen once, in the order of the screen. */
const allMetrics: readonly Metric[] = [
  ...trends.flatMap(({ chart }) => chart.metrics),
  ...panels.flatMap(({ charts }) => charts.flatMap(({ metrics }) => metrics)),
].filter(({ id }, index, all) => all.findIndex((metric) => metric.id === id) === index);

/**
 * Table of all weeks with every metric and the retention of the week's accounts. A text replaces values that are
 * withheld for privacy or not known yet.
 */
export function fullTableOf(
  { LL, locale }: I18n,
  weeks: readonly UsageWeek[],
  cohorts: readonly Cohort[],
): CsvCell[][] {
  const { admin } = LL;
  const { retention: words } = admin;
  const byWeek = new Map(cohorts.map((cohort) => [cohort.weekStart.slice(0, 10), cohort]));
  const small = words.small({ min: decimal(retention.minAccounts, locale) });
  const back = (week: UsageWeek) => {
    const cohort = byWeek.get(week.weekStart);
    return retention.weeksAfter.map((weeksAfter): CsvCell => {
      const cell = cohort?.after.find((one) => one.weeks === weeksAfter);
      if (!cell?.isOver) return words.later();
      return cell.people ?? small;
    });
  };
  const head = [
    admin.table.week(),
    ...allMetrics.map((metric) => metric.words(admin).label),
    ...retention.weeksAfter.map((after) => `${words.title()}, ${words.after({ weeks: decimal(after, locale) })}`),
    admin.table.remark(),
  ];
  const rows = weeks.map((week) => [
    week.weekStart,
    ...allMetrics.map(({ id }) => week[id]),
    ...back(week),
    week.isPartial ? admin.partial() : null,
  ]);
  return [head, ...rows];
}
