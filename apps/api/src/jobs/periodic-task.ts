/** A loop that does the same work again and again, with a pause in between. */
export interface Rounds {
  /** Aborted when work in progress has to end: at a shutdown, after the grace time. */
  readonly signal: () => AbortSignal;
  /** Begins with a round at once. */
  start(): void;
  /** Starts a round at once, after the one in progress; does nothing before `start` and after `stop`. */
  wake(): void;
  /** Waits a short time for the round in progress and stops. */
  stop(): Promise<void>;
}

/**
 * Rounds run in sequence; the next one makes up for a failed one. The timer does not keep the process alive.
 * @param parts.pauseMs between the end of a round and the next one
 * @param parts.graceMs how long a round in progress may take at a shutdown before its signal aborts
 */
export function createRounds({
  work,
  pauseMs,
  graceMs,
}: {
  readonly work: () => Promise<unknown>;
  readonly pauseMs: number;
  readonly graceMs: number;
}): Rounds {
  let timer: NodeJS.Timeout | undefined;
  let isRunning = false;
  let ending = new AbortController();
  let round: Promise<unknown> = Promise.resolve();

  function nextRound(): void {
    clearTimeout(timer);
    round = round
      .then(() => (isRunning ? work() : undefined))
      .catch(() => undefined)
      .then(() => {
        clearTimeout(timer);
        if (isRunning) timer = setTimeout(nextRound, pauseMs).unref();
      });
  }

  return {
    signal: () => ending.signal,
    start() {
      ending = new AbortController();
      isRunning = true;
      nextRound();
    },
    wake() {
      if (isRunning) nextRound();
    },
    async stop() {
      isRunning = false;
      clearTimeout(timer);
      const cut = setTimeout(() => ending.abort(), graceMs);
      await round;
      clearTimeout(cut);
    },
  };
}
