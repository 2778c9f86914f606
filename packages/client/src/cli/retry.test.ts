import { expect, it } from 'vitest';
import { NuancesError } from '../client.ts';
import { retryUntilAnswered } from './retry.ts';

const silent = new NuancesError('network', 'No answer');
const refused = new NuancesError('badRequest', 'No', { status: 400 });
const busy = (retryAfterS?: number) => new NuancesError('unavailable', 'Later', { status: 503, retryAfterS });

/** Fails with these, one after the other, and then succeeds. */
async function tried(failures: readonly Error[]) {
  const pauses: number[] = [];
  const left = [...failures];
  let calls = 0;
  const make = async () => {
    calls += 1;
    const failure = left.shift();
    if (failure) throw failure;
    return 'stored';
  };
  const result = await retryUntilAnswered(make, async (seconds) => pauses.push(seconds)).catch(
    (error: unknown) => error,
  );
  return { result, pauses, calls };
}

it('tries again without an answer, with longer pauses', async () => {
  expect(await tried([silent, silent, silent])).toEqual({ result: 'stored', pauses: [1, 2, 4], calls: 4 });
});

it('waits as long as the product says, if that is not long', async () => {
  expect(await tried([busy(7)])).toEqual({ result: 'stored', pauses: [7], calls: 2 });
  const later = busy(600);
  expect(await tried([later])).toEqual({ result: later, pauses: [], calls: 1 });
});

it('gives up after four tries, and at once for a refusal', async () => {
  expect(await tried([silent, silent, silent, silent])).toEqual({ result: silent, pauses: [1, 2, 4], calls: 4 });
  expect(await tried([refused])).toEqual({ result: refused, pauses: [], calls: 1 });
});
