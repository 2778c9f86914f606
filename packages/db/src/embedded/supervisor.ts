import { setTimeout as sleep } from 'node:timers/promises';
import type { Binaries } from './binaries.ts';
import type { EmbeddedLog } from './log.ts';
import type { ResolvedDataLocation } from './data-location.ts';
import {
  freePort,
  launch,
  removeStalePid,
  ServerDidNotStart,
  shutDown,
  signal,
  type Postmaster,
} from './postmaster.ts';
import { processStart } from './process.ts';

/** Keeps one server running until told to end it. */
export interface Supervisor {
  /** Starts the server on a free port. */
  launchFirst(): Promise<Postmaster>;
  /** Looks after a server that runs already. */
  adopt(orphan: Postmaster): Postmaster;
  /** Ends the server in order, or the attempt to start it, and waits. */
  end(): Promise<void>;
  /** For the `exit` event, where nothing can be awaited: the server goes on ending by itself. */
  killOnExit(): void;
}

const LAUNCH_TRIES = 20;
const REVIVE_FIRST_MS = 100;
const REVIVE_LONGEST_MS = 5_000;
const WATCH_MS = 250;

/** @param options.settings server settings over ours */
export function createSupervisor(
  place: ResolvedDataLocation,
  binaries: Binaries,
  { log, settings = {} }: { readonly log: EmbeddedLog; readonly settings?: Readonly<Record<string, string>> },
): Supervisor {
  /** The living server process, serving or not. */
  let pid: number | null = null;
  let watch: NodeJS.Timeout | undefined;
  let ending = false;
  let reviving: Promise<void> | null = null;

  async function start(port: number): Promise<Postmaster> {
    let serves = false;
    let gone: string | null = null;
    const server = await launch({
      place,
      binaries,
      port,
      settings,
      log,
      onSpawn: (spawned) => (pid = spawned),
      onExit: (how) => {
        pid = null;
        gone = how;
        if (serves) died(port, how);
      },
    });
    serves = true;
    if (gone !== null) died(port, gone); // between its first sign of life and this line
    return server;
  }

  function died(port: number, how: string): void {
    if (ending) return;
    log.error(`The database ended unexpectedly (${how}); starting it again`);
    reviving = revive(port);
  }

  async function revive(port: number): Promise<void> {
    for (let delay = REVIVE_FIRST_MS; !ending; delay = Math.min(2 * delay, REVIVE_LONGEST_MS)) {
      await sleep(delay);
      if (ending) return;
      try {
        // PostgreSQL takes a zombie that nobody reaps for a living server; we know better.
        await removeStalePid(place);
        await start(port); // the same, for pools hold the address
        log.info('The database is back');
        return;
      } catch (error) {
        if (ending) return;
        log.error(`The database does not start: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  }

  return {
    async launchFirst() {
      for (let tries = 1; ; tries += 1) {
        try {
          return await start(await freePort());
        } catch (error) {
          // Another program took the port in between, or the last server's processes still end.
          if (!(error instanceof ServerDidNotStart && error.isPassing) || tries === LAUNCH_TRIES) throw error;
        }
        await sleep(Math.min(50 * tries, 500));
      }
    },

    adopt(orphan) {
      pid = orphan.pid;
      // It is not our child: nobody tells us of its end.
      watch = setInterval(() => {
        processStart(orphan.pid).then(
          (started) => {
            if (started !== null || watch === undefined) return;
            clearInterval(watch);
            watch = undefined;
            pid = null;
            died(orphan.port, 'cause unknown');
          },
          (error: unknown) => log.warn(`Cannot look after the database: ${String(error)}`),
        );
      }, WATCH_MS);
      watch.unref();
      return orphan;
    },

    async end() {
      ending = true;
      clearInterval(watch);
      watch = undefined;
      if (pid !== null) await shutDown(pid, log);
      await reviving;
    },

    killOnExit() {
      ending = true;
      if (pid !== null) signal(pid, 'SIGINT');
    },
  };
}
