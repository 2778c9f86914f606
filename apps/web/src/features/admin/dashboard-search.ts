import { type UsagePeriod, usagePeriodIds, usagePeriods } from '@nuances/domain/usage/usage-periods';
import type { ChartRows } from './chart-figure.tsx';
import { type PanelId, panelIds, type TableId, tableIds } from './panel-ids.ts';

/** What is chosen on the dashboard. */
export interface DashboardChoice {
  readonly period: UsagePeriod;
  /** Null: as the width of the window has it. */
  readonly by: ChartRows['by'] | null;
  /** Panels that are collapsed. */
  readonly closed: readonly PanelId[];
  /** What is shown as a table, too. */
  readonly tables: readonly TableId[];
}

/** The same in the address: `?period=52w&by=month&closed=quiz&tables=growth,sessions`; what is as at first is left out. */
export interface DashboardSearch {
  readonly period?: string;
  readonly by?: ChartRows['by'];
  readonly closed?: string;
  readonly tables?: string;
}

const nameOf = (period: UsagePeriod) => (usagePeriods[period] === null ? period : `${usagePeriods[period]}w`);
const initial: UsagePeriod = 'quarter';

function namedIn<Id extends TableId>(ids: readonly Id[], text: unknown): Id[] {
  const named = typeof text === 'string' ? text.split(',') : [];
  return ids.filter((id) => named.includes(id));
}

/** The choice in an address; what it does not know is as at first. */
export function choiceOf(search: Readonly<Record<string, unknown>>): DashboardChoice {
  const { period, by, closed, tables } = search;
  return {
    period: usagePeriodIds.find((id) => nameOf(id) === period) ?? initial,
    by: by === 'week' || by === 'month' ? by : null,
    closed: namedIn(panelIds, closed),
    tables: namedIn(tableIds, tables),
  };
}

/** The address of a choice. */
export function searchOf({ period, by, closed, tables }: DashboardChoice): DashboardSearch {
  return {
    ...(period !== initial && { period: nameOf(period) }),
    ...(by !== null && { by }),
    ...(closed.length > 0 && { closed: closed.join(',') }),
    ...(tables.length > 0 && { tables: tables.join(',') }),
  };
}

/** The list with a panel or chart, or without it. */
export function withId<Id extends TableId>(list: readonly Id[], id: Id, isIn: boolean): readonly Id[] {
  return isIn ? [...list, id] : list.filter((one) => one !== id);
}
