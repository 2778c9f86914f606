/** Periods of the dashboard, in whole weeks; null: all there are. */
export const usagePeriods = { month: 4, quarter: 12, year: 52, all: null } as const;
export type UsagePeriod = keyof typeof usagePeriods;
export const usagePeriodIds = ['month', 'quarter', 'year', 'all'] as const satisfies readonly UsagePeriod[];
