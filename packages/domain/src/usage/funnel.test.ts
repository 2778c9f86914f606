import { expect, it } from 'vitest';
import { funnelsOf } from './funnel.ts';
import { addWeeks } from './statistics.ts';

/** Whole weeks from Monday 5 January 2026 on; the last two have accounts whose 14 days are not over. */
const weeksOf = (count: number, accounts: number, scanned: number, returned: number) =>
  Array.from({ length: count }, (_, index) => ({
    weekStart: addWeeks('2026-01-05', index),
    counts: index < count - 2 ? { accounts, scanned, returned } : null,
  }));

it('USAGE-17: sums the weeks of a period whose fourteen days are over', () => {
  expect(funnelsOf(weeksOf(60, 10, 8, 5))).toEqual([
    { period: 'month', weeks: { first: '2027-02-01', last: '2027-02-08' }, accounts: 20, scanned: 16, returned: 10 },
    { period: 'quarter', weeks: { first: '2026-12-07', last: '2027-02-08' }, accounts: 100, scanned: 80, returned: 50 },
    { period: 'year', weeks: { first: '2026-03-02', last: '2027-02-08' }, accounts: 500, scanned: 400, returned: 250 },
    { period: 'all', weeks: { first: '2026-01-05', last: '2027-02-08' }, accounts: 580, scanned: 464, returned: 290 },
  ]);
});

it('USAGE-17: tells no number of people below five, and of fewer than five accounts nothing', () => {
  const [month, quarter] = funnelsOf(weeksOf(12, 2, 2, 0));
  expect(month).toMatchObject({ accounts: null, scanned: null, returned: null });
  expect(quarter).toMatchObject({ accounts: 20, scanned: 20, returned: null });
  expect(funnelsOf([])[3]).toEqual({ period: 'all', weeks: null, accounts: null, scanned: null, returned: null });
});
