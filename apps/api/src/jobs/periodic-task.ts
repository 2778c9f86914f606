/** A task that is repeated, with a pause between the end of one run and the start of the next. */
export interface PeriodicTask {
  /** Aborted when work in progress has to end: at a shutdown, after the grace time. */
  readonly signal: () => AbortSignal;
  /** Starts with a run, at once unless `firstMs` says otherwise. */
  start(): void;
  /** Runs at once, after the run in progress; does nothing before `start` and after `stop`. */
  wake(): void;
  /** Stops; with a grace time, after the run in progress. */
  stop(): Promise<void>;
}

/**
 * Runs are sequential; the next one makes up for a failed one. The timer does not keep the process alive.
 * @param parts.pauseMs between the end of a run and the next one
 * @param parts.firstMs from the start to the first run
 * @param parts.graceMs how long a run in progress may take at a shutdown before its signal aborts; without one it is left alone
 */
export function createPeriodicTask({
  work,
  pauseMs,
  firstMs = 0,
  graceMs,
}: {
  readonly work: () => Promise<unknown>;
  readonly pauseMs: number;
  readonly firstMs?: number;
  readonly graceMs?: number;
}): PeriodicTask {
  let timer: NodeJS.Timeout | undefined;
  let isRunning = false;
  let ending = new AbortController();
  let lastRun: Promise<unknown> = Promise.resolve();

  function runNow(): void {
    clearTimeout(timer);
    lastRun = lastRun
      .then(() => (isRunning ? work() : undefined))
      .catch(() => undefined)
      .then(() => {
        clearTimeout(timer);
        if (isRunning) timer = setTimeout(runNow, pauseMs).unref();
      });
  }

  return {
    signal: () => ending.signal,
    start() {
      ending = new AbortController();
      isRunning = true;
      if (firstMs === 0) runNow();
      else timer = setTimeout(runNow, firstMs).unref();
    },
    wake() {
      if (isRunning) runNow();
    },
    async stop() {
      isRunning = false;
      clearTimeout(timer);
      if (graceMs === undefined) return;
      const cut = setTimeout(() => ending.abort(), graceMs);
      await lastRun;
      clearTimeout(cut);
    },
  };
}
