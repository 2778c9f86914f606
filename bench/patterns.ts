/**
 * `npm run bench:patterns -w @nuances/bench`: how often patterns are shown where there are none, and how often planted
 * ones are found. Arguments: number of people for each cell, number of random orders.
 */
import { patternTest } from '@nuances/domain/scan-patterns';
import type { Planted } from './pattern-histories.ts';
import { boundOf, rateOf, type Rate } from './pattern-rates.ts';

const people = Number(process.argv[2] ?? 1_000);
const test = { ...patternTest, orders: Number(process.argv[3] ?? patternTest.orders) };
const lengths = [20, 60, 120, 365];
const nothing = { scatter: 1.5, inRuns: false, planted: null } as const;

function line(name: string, rateAt: (scans: number) => Rate): void {
  const rates = lengths.map((scans) => `${((100 * rateAt(scans).seen) / people).toFixed(1)} %`);
  console.log(`| ${name} | ${rates.join(' | ')} |`);
}

console.log(`${people} people a cell, ${test.orders} orders\n`);
console.log(`| nothing to be found: who sees any pattern | ${lengths.map((scans) => `${scans} scans`).join(' | ')} |`);
console.log(`| --- | ${lengths.map(() => '---').join(' | ')} |`);
for (const persistence of [0, 0.5, 0.8, 0.95])
  for (const inRuns of [false, true])
    line(`persistence ${persistence}, words ${inRuns ? 'in stretches' : 'one by one'}`, (scans) =>
      rateOf({ ...nothing, persistence, inRuns, scans }, people, test),
    );

const kinds: readonly Planted[] = ['tag', 'hour', 'since', 'together', 'weekday'];
const scatters = [0.6, 0.8, 1, 1.5];
const onePoint = { persistence: 0, inRuns: false } as const;
console.log(`\n| one point planted: who sees it | ${lengths.map((scans) => `${scans} scans`).join(' | ')} |`);
for (const scatter of scatters)
  for (const planted of kinds)
    line(`${planted}, scatter ${scatter}`, (scans) => rateOf({ ...onePoint, scatter, planted, scans }, people, test));

for (const [among, title] of [
  ['alone', 'found by a test of this comparison alone'],
  ['ofHundred', 'found by a test of a hundred comparisons'],
] as const) {
  console.log(`\n| ${title} | ${lengths.map((scans) => `${scans} scans`).join(' | ')} |`);
  for (const scatter of scatters)
    for (const planted of kinds)
      line(`${planted}, scatter ${scatter}`, (scans) =>
        boundOf({ ...onePoint, scatter, planted, scans }, people, among),
      );
}
