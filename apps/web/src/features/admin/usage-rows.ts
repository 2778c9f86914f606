import type { UsageWeek } from '@nuances/domain/usage-statistics';
import type { I18n } from '../../i18n/locale-store.ts';
import type { CsvCell } from './csv.ts';
import type { PanelPlan } from './metrics.ts';

/** The figures of a panel with their headings, oldest week first: Monday, each metric, and whether the week is partial. */
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
