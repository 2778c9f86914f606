import { retention } from '@nuances/domain/limits';
import type { UsageWeek } from '@nuances/domain/usage/statistics';
import { countText } from '@nuances/i18n/plural';
import type { I18n } from '../../i18n/locale-store.ts';
import type { CsvCell } from '../../i18n/csv.ts';
import { panels, type PanelPlan, trends } from './metrics.ts';
import type { Cohort } from './retention-table.tsx';

type AdminWords = I18n['LL']['admin'];

/** A metric with its name in files: where a panel has several without one, that of the screen and that of the panel. */
function columnsOf(admin: AdminWords, { title, charts }: PanelPlan) {
  const metrics = charts.flatMap((chart) => chart.metrics);
  return metrics.map(({ id, words }) => {
    const { label, column } = words(admin);
    const named = metrics.length > 1 ? admin.tooltip.row({ label: title(admin), value: label }) : label;
    return { id, name: column ?? named };
  });
}

/** Weeks as a table, oldest first: Monday, whether it is not over, and each metric. */
function rowsOf({ csv }: AdminWords, columns: ReturnType<typeof columnsOf>, weeks: readonly UsageWeek[]): CsvCell[][] {
  return [
    [csv.week(), csv.partial(), ...columns.map(({ name }) => name)],
    ...weeks.map((week) => [
      week.weekStart,
      week.isPartial ? csv.yes() : csv.no(),
      ...columns.map(({ id }) => week[id]),
    ]),
  ];
}

/** Table of a panel as a file. */
export function tableOf(admin: AdminWords, plan: PanelPlan, weeks: readonly UsageWeek[]): CsvCell[][] {
  return rowsOf(admin, columnsOf(admin, plan), weeks);
}

/**
 * Table of all weeks with every metric of the screen once, in its order, and how many percent of the week's accounts came back. What is withheld for
 * privacy or not known yet is empty: these columns have only figures.
 */
export function fullTableOf(
  { LL, locale }: I18n,
  weeks: readonly UsageWeek[],
  cohorts: readonly Cohort[],
): CsvCell[][] {
  const nameOf = (after: number) => countText(LL.admin.csv.back, locale, after);
  const byWeek = new Map(cohorts.map((cohort) => [cohort.weekStart.slice(0, 10), cohort]));
  const back = (weekStart: string) => {
    const cohort = byWeek.get(weekStart);
    return retention.weeksAfter.map((weeksAfter): CsvCell => {
      const people = cohort?.after.find((one) => one.weeks === weeksAfter)?.people ?? null;
      return people === null || !cohort?.accounts ? null : Math.round((100 * people) / cohort.accounts);
    });
  };
  const columns = [
    ...panels.flatMap((plan) => columnsOf(LL.admin, plan)),
    ...trends.flatMap(({ chart: { metrics } }) =>
      metrics.map(({ id, words }) => ({ id, name: words(LL.admin).column ?? words(LL.admin).label })),
    ),
  ];
  const [head = [], ...rows] = rowsOf(LL.admin, columns, weeks);
  return [
    [...head, ...retention.weeksAfter.map(nameOf)],
    ...rows.map((row, index) => [...row, ...back(weeks[index]?.weekStart ?? '')]),
  ];
}
