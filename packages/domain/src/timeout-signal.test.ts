import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { signalWithin } from './timeout-signal.ts';

/** Calls a listener of the signal, to which nothing else refers. */
const abortOf = (signal: AbortSignal) =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(signal.reason)));

it('ends after its time, also when the garbage has been collected meanwhile', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage: unknown = runInNewContext('gc');
  if (typeof collectGarbage !== 'function') throw new Error('Node has no garbage collector to call');
  const other = new AbortController();
  const aborts = Array.from({ length: 20 }, () => abortOf(signalWithin(200, other.signal)));
  for (let round = 0; round < 5; round += 1) {
    Reflect.apply(collectGarbage, undefined, []);
    await setImmediate();
  }
  for (const reason of await Promise.all(aborts)) expect(reason).toMatchObject({ name: 'TimeoutError' });
});

it('ends with the other signal', async () => {
  const other = new AbortController();
  const aborted = abortOf(signalWithin(60_000, other.signal));
  other.abort('stopped');
  expect(await aborted).toBe('stopped');
  expect(signalWithin(60_000, other.signal).aborted).toBe(true);
});
