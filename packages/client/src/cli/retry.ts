import { setTimeout as sleep } from 'node:timers/promises';
import { isTransient } from './failure.ts';

/** Seconds before each further try, when the product names none. */
const pausesS = [1, 2, 4];
const longestPauseS = 30;

/** Makes a call that is stored once however often it is sent, again while there is no answer. */
export async function retryUntilAnswered<Answer>(
  make: () => Promise<Answer>,
  pause: (seconds: number) => Promise<unknown> = (seconds) => sleep(seconds * 1_000),
): Promise<Answer> {
  for (const pauseS of pausesS) {
    try {
      return await make();
    } catch (error) {
      const waitS = isTransient(error) ? (error.retryAfterS ?? pauseS) : Number.POSITIVE_INFINITY;
      if (waitS > longestPauseS) throw error;
      await pause(waitS);
    }
  }
  return make();
}
