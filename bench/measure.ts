import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Runs `work` repeatedly with `concurrency` in parallel; returns how many finished per second.
 * @param everyMs minimum time between the starts of two runs of one worker
 */
export async function throughput(
  work: () => Promise<unknown>,
  concurrency: number,
  forMs: number,
  everyMs = 0,
): Promise<number> {
  const began = performance.now();
  const until = began + forMs;
  let done = 0;
  const worker = async () => {
    for (let due = began; performance.now() < until; due = Math.max(due + everyMs, performance.now())) {
      const early = due - performance.now();
      if (early > 0) await sleep(early);
      await work();
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return (done * 1_000) / (performance.now() - began);
}

/** Number and length of the measurements of each side, milliseconds. */
export const sampling = { rounds: 10, roundMs: 400, warmUpMs: 800 } as const;

/** Parallel calls, and connections of the reference: the size of the product's pool. */
export const concurrency = 10;

/** Measures both sides of a comparison alternately, after a warm-up of each. */
export async function interleave<Value = number>(
  ours: () => Promise<Value>,
  theirs: () => Promise<Value>,
  count: number = sampling.rounds,
) {
  const found: { ours: Value; theirs: Value }[] = [];
  for (let index = 0; index < count; index += 1) {
    // The order alternates, so that neither side always comes second.
    const first = index % 2 === 0 ? theirs : ours;
    const a = await first();
    const b = await (first === theirs ? ours : theirs)();
    found.push(first === theirs ? { theirs: a, ours: b } : { ours: a, theirs: b });
  }
  return found;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/**
 * How well a number separates two groups: the chance that a value of the first is greater than one of the second. 0.5
 * means no difference; 0 and 1 mean complete separation.
 */
export function auc(first: readonly number[], second: readonly number[]): number {
  const wins = first.reduce((sum, a) => sum + second.reduce((won, b) => won + (a > b ? 1 : a === b ? 0.5 : 0), 0), 0);
  return wins / (first.length * second.length);
}

/** One line of the table: both numbers of each round, measured directly after each other. */
export interface Comparison {
  readonly name: string;
  readonly reference: string;
  readonly unit: string;
  readonly rounds: readonly { readonly ours: number; readonly theirs: number }[];
  /** Our target, printed beside the ratio and not enforced. */
  readonly goal?: string;
}

/** A limit of ours. */
interface Limit {
  readonly most: number;
  readonly unit: string;
  /** As the table says it; number and unit without it. */
  readonly said?: string;
}

/** What the longest task of a page may take: it delays a key press. */
export const taskLimit: Limit = { most: 50, unit: 'ms', said: '50 ms of its main thread' };
/** What the work for a frame may take, two at 60 Hz: a longer one is visible. */
export const frameLimit: Limit = { most: 32, unit: 'ms', said: '32 ms of its main thread' };

/** A line that compares values with a limit. */
export const within = (
  { most, unit, said = `${most} ${unit}` }: Limit,
  name: string,
  ...values: readonly number[]
): Comparison => ({
  name,
  reference: said,
  unit,
  rounds: values.map((ours) => ({ ours, theirs: most })),
  goal: '<= 1.00',
});

const round = (value: number) => value.toFixed(value < 10 ? 2 : 0);

/** The table, with the medians of the rounds and the range of their ratios. */
export function table(comparisons: readonly Comparison[]): string {
  const head = ['what', 'against', 'ours', 'reference', 'unit', 'ratio', 'range', 'goal'];
  const rows = comparisons.map(({ name, reference, unit, rounds, goal = '' }) => {
    const ratios = rounds.map(({ ours, theirs }) => ours / theirs);
    return [
      name,
      reference,
      round(median(rounds.map(({ ours }) => ours))),
      round(median(rounds.map(({ theirs }) => theirs))),
      unit,
      median(ratios).toFixed(2),
      `${Math.min(...ratios).toFixed(2)}..${Math.max(...ratios).toFixed(2)}`,
      goal,
    ];
  });
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) => cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
  return [head, widths.map((width) => '-'.repeat(width)), ...rows].map((cells) => line(cells).trimEnd()).join('\n');
}
