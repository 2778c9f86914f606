/**
 * `npm run bench:patterns -w @nuances/bench`: how often patterns are shown where there are none, and how often planted
 * ones are found. Arguments: number of people for each cell, number of random orders.
 */
import { patternTest } from '@nuances/domain/scan-patterns';
import type { HistoryKind, Planted } from './pattern-histories.ts';
import { rateOf } from './pattern-rates.ts';

const people = Number(process.argv[2] ?? 1_000);
const test = { ...patternTest, orders: Number(process.argv[3] ?? patternTest.orders) };
const lengths = [20, 60, 120, 365];
const nothing = { scatter: 1.5, stretches: false, planted: null } as const;

function line(name: string, kind: Omit<HistoryKind, 'scans'>): void {
  const rates = lengths.map((scans) => {
    const { seen } = rateOf({ ...kind, scans }, people, test);
    return `${((100 * seen) / people).toFixed(1)} %`;
  });
  console.log(`| ${name} | ${rates.join(' | ')} |`);
}

console.log(`${people} people a cell, ${test.orders} orders\n`);
console.log(`| nothing to be found: who sees any pattern | ${lengths.map((scans) => `${scans} scans`).join(' | ')} |`);
console.log(`| --- | ${lengths.map(() => '---').join(' | ')} |`);
for (const persistence of [0, 0.5, 0.8, 0.95])
  for (const stretches of [false, true])
    line(`persistence ${persistence}, words ${stretches ? 'in stretches' : 'one by one'}`, {
      ...nothing,
      persistence,
      stretches,
    });

const planted: readonly Planted[] = ['tag', 'hour', 'since', 'together', 'weekday'];
console.log(`\n| one point planted: who sees it | ${lengths.map((scans) => `${scans} scans`).join(' | ')} |`);
console.log(`| --- | ${lengths.map(() => '---').join(' | ')} |`);
for (const scatter of [0.6, 0.8, 1, 1.5])
  for (const kind of planted)
    line(`${kind}, scatter ${scatter}`, { scatter, persistence: 0, stretches: false, planted: kind });
