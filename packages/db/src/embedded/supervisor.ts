import { setTimeout as sleep } from 'node:timers/promises';
import type { Binaries } from './binaries.ts';
import type { ResolvedDataLocation } from './data-location.ts';
import { chooseEndpoint, type Endpoint, removeStaleSocket } from './endpoint.ts';
import { launch, ServerDidNotStart } from './launch.ts';
import type { EmbeddedLog } from './log.ts';
import { removeStalePid } from './pid-file.ts';
import { shutDown, signal } from './shutdown.ts';

/** Keeps one server running until it is stopped. */
export interface Supervisor {
  /**
   * Starts the server.
   * @returns its address, which stays the same after a restart
   */
  launchFirst(): Promise<Endpoint>;
  /** Stops the server, or the attempt to start it, and waits. */
  end(): Promise<void>;
  /** For the `exit` event, in which nothing can be awaited: the server continues to stop by itself. */
  killOnExit(): void;
}

const launchTries = 20;
const launchRetryStepMs = 50;
const launchRetryMaxMs = 500;
const restartFirstMs = 100;
const restartMaxMs = 5_000;

/** Options of {@link createSupervisor}. */
interface SupervisorOptions {
  readonly log: EmbeddedLog;
  /** Called each time a server's process exists. */
  readonly onLaunch?: (() => void) | undefined;
  /** Server settings that replace ours. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** Creates a supervisor that has not launched anything yet. */
export function createSupervisor(
  location: ResolvedDataLocation,
  binaries: Binaries,
  { log, onLaunch, settings = {} }: SupervisorOptions,
): Supervisor {
  /** The running server process, ready or not. */
  let pid: number | null = null;
  let isEnding = false;
  let restarting: Promise<void> | null = null;

  async function start(endpoint: Endpoint): Promise<void> {
    let isReady = false;
    let exitCause: string | null = null;
    // PostgreSQL takes an unreaped zombie for a running server.
    await removeStalePid(location);
    await removeStaleSocket(endpoint);
    await launch({
      location,
      binaries,
      endpoint,
      settings,
      log,
      onSpawn: (spawned) => {
        pid = spawned;
        onLaunch?.();
      },
      onExit: (cause) => {
        pid = null;
        exitCause = cause;
        if (isReady) onUnexpectedExit(endpoint, cause);
      },
    });
    isReady = true;
    if (exitCause !== null) onUnexpectedExit(endpoint, exitCause); // The server may have ended since it was ready.
  }

  function onUnexpectedExit(endpoint: Endpoint, cause: string): void {
    if (isEnding) return;
    log.error(`The database ended unexpectedly (${cause}); starting it again`);
    restarting = restart(endpoint);
  }

  async function restart(endpoint: Endpoint): Promise<void> {
    for (let delayMs = restartFirstMs; !isEnding; delayMs = Math.min(2 * delayMs, restartMaxMs)) {
      await sleep(delayMs);
      if (isEnding) return;
      try {
        await start(endpoint); // The same address, because pools have it.
        log.info('The database is back');
        return;
      } catch (error) {
        if (isEnding) return;
        log.error(`The database does not start: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  }

  return {
    async launchFirst() {
      for (let tries = 1; ; tries += 1) {
        try {
          const endpoint = await chooseEndpoint(location);
          await start(endpoint);
          return endpoint;
        } catch (error) {
          // Another program has taken the port meanwhile, or processes of the last server are still ending.
          if (!(error instanceof ServerDidNotStart && error.isTransient) || tries === launchTries) throw error;
        }
        await sleep(Math.min(launchRetryStepMs * tries, launchRetryMaxMs));
      }
    },

    async end() {
      isEnding = true;
      if (pid !== null) await shutDown(pid, log);
      await restarting;
    },

    killOnExit() {
      isEnding = true;
      if (pid !== null) signal(pid, 'SIGINT');
    },
  };
}
