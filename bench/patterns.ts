/**
 * `npm run bench:patterns -w @nuances/bench`: how often patterns are shown where there are none, and how often planted
 * ones are found. Arguments: number of people for each cell, number of random orders.
 */
import { patternTest } from '@nuances/domain/patterns/scan-patterns';
import type { HistoryKind } from './pattern-histories.ts';
import { lives, type LifeName } from './pattern-lives.ts';
import { intervalOf, rateOf } from './pattern-rates.ts';

const people = Number(process.argv[2] ?? 1_000);
const test = { ...patternTest, orders: Number(process.argv[3] ?? patternTest.orders) };
const lengths = [20, 60, 120, 365];
const names = Object.keys(lives).filter((name): name is LifeName => name in lives);

function cell(kind: HistoryKind): string {
  const rate = rateOf(kind, people, test);
  const { low, high } = intervalOf(rate);
  const percent = (share: number) => (share * 100).toFixed(1);
  return `${percent(rate.seen / people)} (${percent(low)}–${percent(high)})`;
}

function row(cells: readonly string[]): void {
  console.log(`| ${cells.join(' | ')} |`);
}

console.log(`${people} people a cell, ${test.orders} orders; shares in % with their 95 % interval\n`);
row(['nothing planted: who sees any pattern', ...lengths.map((scans) => `${scans} scans`)]);
row(['---', ...lengths.map(() => '---')]);
for (const life of names)
  row([life, ...lengths.map((scans) => cell({ life, scans, scatter: 1.5, planted: null, size: 0 }))]);

const planted: readonly Omit<HistoryKind, 'life'>[] = [
  { planted: 'tag', size: 1, scans: 200, scatter: 1.5 },
  { planted: 'tag', size: 2, scans: 60, scatter: 1.5 },
  { planted: 'hour', size: 2, scans: 60, scatter: 1.5 },
  { planted: 'since', size: 2, scans: 60, scatter: 1.5 },
  { planted: 'since', size: 1, scans: 200, scatter: 1.5 },
  { planted: 'together', size: 2, scans: 60, scatter: 1.5 },
  { planted: 'tag', size: 1, scans: 60, scatter: 0.6 },
  { planted: 'hour', size: 1, scans: 60, scatter: 0.6 },
  { planted: 'since', size: 1, scans: 60, scatter: 0.6 },
  { planted: 'together', size: 1, scans: 60, scatter: 0.6 },
  { planted: 'weekday', size: 1, scans: 120, scatter: 0.6 },
];
const among = ['independent', 'singleWords', 'plain'] as const satisfies readonly LifeName[];
console.log('');
row(['planted: who sees it', 'points', 'scans', 'scatter', ...among]);
row(['---', '---', '---', '---', ...among.map(() => '---')]);
for (const one of planted)
  row([
    String(one.planted),
    ...[one.size, one.scans, one.scatter].map(String),
    ...among.map((life) => cell({ ...one, life })),
  ]);
