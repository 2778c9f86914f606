/**
 * `npx tsx examples/save-scan.ts 4 6 9 8 5 7 9`: saves a scan of now. The seven answers, from 1 to 10, are those of
 * red, orange, yellow, green, cyan, blue and purple.
 */
import { NuancesError } from '@nuances/client';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from './client.ts';

const { api } = await connect();
// With its own id and time, a scan that is sent twice is stored once. It may therefore be sent again when no answer
// comes.
const scan = { _id: randomUUID(), createdAt: new Date().toISOString(), answers: process.argv.slice(2).map(Number) };

/** Statuses of a product, or a proxy before it, that cannot answer for a moment. */
const passing: readonly (number | undefined)[] = [408, 429, 502, 503, 504];

/** Whether the same call may succeed later; a refusal would be repeated. */
const isTransient = (error: unknown): error is NuancesError =>
  error instanceof NuancesError && (error.code === 'network' || passing.includes(error.status));

for (let turn = 1; ; turn += 1) {
  try {
    const { result } = await api.results.create.mutate(scan);
    console.log(`Saved ${result._id}: ${result.scoring} points, ${result.createdAt}`);
    break;
  } catch (error) {
    if (turn === 5 || !isTransient(error)) throw error;
    await sleep(1_000 * (error.retryAfterS ?? 2 ** turn));
  }
}
