import { expect, it } from 'vitest';
import { retentionOf } from './retention.ts';

const whole = ['2026-09-07', '2026-09-14', '2026-09-21', '2026-09-28', '2026-10-05'];
const count = (signupWeek: string, weekStart: string, people: number) => ({ signupWeek, weekStart, people });

it('USAGE-11: tells how many came back in weeks that are over, and no number below five', () => {
  const rows = retentionOf(whole, [
    count('2026-09-07', '2026-09-07', 31),
    count('2026-09-07', '2026-09-14', 22),
    count('2026-09-07', '2026-09-21', 4),
    count('2026-09-07', '2026-10-05', 5),
    count('2026-09-14', '2026-09-14', 4),
    count('2026-09-14', '2026-09-21', 4),
    count('2026-10-05', '2026-10-05', 5),
    count('2026-10-05', '2026-10-12', 5),
  ]);
  const counts = rows.map(({ weekStart, accounts, after }) => [
    weekStart,
    accounts,
    ...after.map(({ people, isOver }) => (isOver ? people : 'later')),
  ]);
  expect(counts).toEqual([
    ['2026-09-07', 31, 22, null, 5, 'later'],
    ['2026-09-14', null, null, null, 'later', 'later'],
    ['2026-09-21', null, null, null, 'later', 'later'],
    ['2026-09-28', null, null, 'later', 'later', 'later'],
    ['2026-10-05', 5, 'later', 'later', 'later', 'later'],
  ]);
  expect(rows[0]?.after.map(({ weeks }) => weeks)).toEqual([1, 2, 4, 7]);
});
