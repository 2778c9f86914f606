import { retention } from '@nuances/domain/limits';
import type { UsageWeek } from '@nuances/domain/usage/statistics';
import { decimal } from '@nuances/i18n/numbers';
import type { I18n } from '../../i18n/locale-store.ts';
import type { CsvCell } from '../../i18n/csv.ts';
import { type Metric, panels, type PanelPlan, trends } from './metrics.ts';
import type { Cohort } from './retention-table.tsx';

type AdminWords = I18n['LL']['admin'];

/** Weeks as a table, oldest first: Monday, whether it is not over, and each metric. */
function rowsOf(admin: AdminWords, metrics: readonly Metric[], weeks: readonly UsageWeek[]): CsvCell[][] {
  const columnOf = (metric: Metric) => {
    const { column, label } = metric.words(admin);
    return column ?? label;
  };
  const { csv } = admin;
  return [
    [csv.week(), csv.partial(), ...metrics.map(columnOf)],
    ...weeks.map((week) => [
      week.weekStart,
      week.isPartial ? csv.yes() : csv.no(),
      ...metrics.map(({ id }) => week[id]),
    ]),
  ];
}

/** Table of a panel as a file. */
export function tableOf(admin: AdminWords, { charts }: PanelPlan, weeks: readonly UsageWeek[]): CsvCell[][] {
  return rowsOf(
    admin,
    charts.flatMap((chart) => chart.metrics),
    weeks,
  );
}

/** Every metric of the screen once, in the order of the screen. */
const allMetrics: readonly Metric[] = [
  ...panels.flatMap(({ charts }) => charts.flatMap(({ metrics }) => metrics)),
  ...trends.flatMap(({ chart }) => chart.metrics),
];

/**
 * Table of all weeks with every metric, and how many percent of the week's accounts came back. What is withheld for
 * privacy or not known yet is empty: these columns have only figures.
 */
export function fullTableOf(
  { LL, locale }: I18n,
  weeks: readonly UsageWeek[],
  cohorts: readonly Cohort[],
): CsvCell[][] {
  const { csv } = LL.admin;
  const byWeek = new Map(cohorts.map((cohort) => [cohort.weekStart.slice(0, 10), cohort]));
  const back = (weekStart: string) => {
    const cohort = byWeek.get(weekStart);
    return retention.weeksAfter.map((weeksAfter): CsvCell => {
      const people = cohort?.after.find((one) => one.weeks === weeksAfter)?.people ?? null;
      return people === null || !cohort?.accounts ? null : Math.round((100 * people) / cohort.accounts);
    });
  };
  const [head = [], ...rows] = rowsOf(LL.admin, allMetrics, weeks);
  return [
    [...head, ...retention.weeksAfter.map((after) => csv.back({ weeks: decimal(after, locale) }))],
    ...rows.map((row, index) => [...row, ...back(weeks[index]?.weekStart ?? '')]),
  ];
}
