import { expect, it } from 'vitest';
import { createAccountReads } from './account-reads.ts';

const limits = { totalBytes: 100, perAccount: 2, waitMs: 60 };

/** What acquiring comes to: `now`, `later`, or the code of the refusal. */
async function outcome(work: Promise<() => void>): Promise<string> {
  let isNow = true;
  const settled = work.then(
    () => (isNow ? 'now' : 'later'),
    (error: unknown) => String(Object(error).code ?? error),
  );
  await Promise.resolve();
  await Promise.resolve();
  isNow = false;
  return settled;
}

it('allows two concurrent reads of one account, and those of other accounts', async () => {
  const reads = createAccountReads(limits);
  const first = await reads.acquire('a', 10);
  await reads.acquire('a', 10);
  const third = outcome(reads.acquire('a', 10));
  expect(await outcome(reads.acquire('b', 10))).toBe('now');
  first();
  first(); // gives back once
  expect(await third).toBe('later');
  expect(await outcome(reads.acquire('a', 10))).toBe('unavailable');
});

it('allows as many of one account as a read says, itself included', async () => {
  const reads = createAccountReads(limits);
  const short = () => reads.acquire('a', 1, { perAccount: 4 });
  const [first] = [await short(), await short()];
  expect(await outcome(short())).toBe('now');
  const long = outcome(reads.acquire('a', 10));
  expect(await outcome(short())).toBe('now');
  const fifth = outcome(short());
  first();
  expect(await fifth).toBe('later');
  expect(await long).toBe('unavailable');
});

it('keeps all reads within the budget; a small one may overtake, one over the budget runs alone', async () => {
  const reads = createAccountReads(limits);
  const large = await reads.acquire('a', 90);
  const waiting = outcome(reads.acquire('b', 20));
  expect(await outcome(reads.acquire('c', 10))).toBe('now');
  large();
  expect(await waiting).toBe('later');
  const other = createAccountReads(limits);
  const huge = await other.acquire('a', 1_000);
  const next = outcome(other.acquire('b', 1));
  await new Promise(setImmediate);
  huge();
  expect(await next).toBe('later');
});

it('drops a caller that disconnected, and never starts for one', async () => {
  const reads = createAccountReads(limits);
  const first = await reads.acquire('a', 100);
  const left = new AbortController();
  const waiting = reads.acquire('b', 100, { signal: left.signal });
  left.abort(new Error('left'));
  await expect(waiting).rejects.toThrow('left');
  await expect(reads.acquire('b', 1, { signal: left.signal })).rejects.toThrow('left');
  first();
  expect(await outcome(reads.acquire('c', 100))).toBe('now');
});

it('control: without the limits all of them would read at once', async () => {
  const reads = createAccountReads({ totalBytes: Infinity, perAccount: Infinity, waitMs: 60 });
  for (let read = 0; read < 6; read += 1) expect(await outcome(reads.acquire('a', 100))).toBe('now');
});
