import { spawn } from 'node:child_process';
import { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { childOptions } from './account.ts';
import type { Binaries } from './binaries.ts';
import type { ResolvedDataLocation } from './data-location.ts';
import { type Endpoint, endpointSettings } from './endpoint.ts';
import type { EmbeddedLog } from './log.ts';
import { readPidFile } from './pid-file.ts';
import { startWatchdog } from './watchdog.ts';

/** How often the pid file is read while the server has not said that it is ready, milliseconds. */
const pollMs = 10;
/** What the server says when it accepts connections: it has no translations here, and nothing else writes to its output. */
const readyLine = /^LOG: {2}database system is ready to accept connections$/;
/** Recovery of a server that has not been ready for this long is logged. */
const slowStartMs = 5_000;
/** Lines of the server's output that an error quotes at most, the last ones. */
const quotedLines = 50;

/** A server that ended before it was ready; `lines` is its output. */
export class ServerDidNotStart extends Error {
  override readonly name = 'ServerDidNotStart';
  readonly lines: readonly string[];

  constructor(lines: readonly string[]) {
    super(`PostgreSQL did not start: ${lines.filter((line) => /FATAL|PANIC/.test(line)).join(' ') || lines.join(' ')}`);
    this.lines = lines;
  }

  /** Whether another port or a short wait may help. */
  get isTransient(): boolean {
    return /could not (bind|create any TCP)|shared memory block|("postmaster\.pid"|\.lock") already exists/.test(
      this.lines.join('\n'),
    );
  }
}

/** What {@link launch} takes. */
export interface LaunchOptions {
  readonly location: ResolvedDataLocation;
  readonly binaries: Binaries;
  readonly endpoint: Endpoint;
  /** Server settings that replace ours. */
  readonly settings: Readonly<Record<string, string>>;
  readonly log: EmbeddedLog;
  /** Called as soon as the process exists, before the server is ready. */
  readonly onSpawn: (pid: number) => void;
  /** Called once when the process ends, for any reason. */
  readonly onExit: (cause: string) => void;
}

/**
 * Starts the server and waits until it accepts connections, crash recovery included.
 * @throws ServerDidNotStart
 */
export async function launch(options: LaunchOptions): Promise<void> {
  const { location, binaries, endpoint, settings, log, onSpawn, onExit } = options;
  const all = { ...serverSettings, ...settings, ...endpointSettings(endpoint) };
  const child = spawn(
    binaries.postgres,
    ['-D', location.files, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    {
      ...childOptions(location.account),
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true, // Ctrl-C in the terminal is for the product, which ends the server after its last request
    },
  );
  if (child.pid !== undefined) {
    const watchdog = startWatchdog(child.pid, location.account, log);
    child.once('exit', () => watchdog.dismiss());
    onSpawn(child.pid);
  }
  let ended: string | null = null;
  const lines: string[] = [];
  child.once('error', (error) => (ended = error.message)); // The process could not be started.
  child.once('exit', (code, signal) => {
    ended = signal === null ? `code ${code}` : `signal ${signal}`;
    onExit(ended);
  });
  let isReady = false;
  const output = createInterface({ input: child.stderr });
  const saysReady = new Promise<void>((resolve) => {
    output.on('line', (line) => {
      if (!readyLine.test(line)) return;
      // The checkpointer closes segments after their time, but while the server recovers it decides to sleep for five minutes.
      // Reading the settings again wakes it, also after the crash of one of the server's processes.
      if (settings['archive_mode'] === 'on') child.kill('SIGHUP');
      isReady = true;
      resolve();
    });
  });
  output.on('line', (line) => {
    lines.push(line);
    // Its end says why: a server that recovers writes a line for each segment before.
    if (lines.length > quotedLines) lines.shift();
    if (/FATAL:|PANIC:/.test(line)) log.warn(`postgres: ${line}`);
    else log.debug(`postgres: ${line}`);
  });
  // The server must not keep an otherwise finished process alive.
  child.unref();
  if (child.stderr instanceof Socket) child.stderr.unref();

  for (let waitedMs = 0; ended === null; waitedMs += pollMs) {
    if (isReady) return;
    const state = await readPidFile(location);
    if (child.pid !== undefined && state?.pid === child.pid && state.status === 'ready') return;
    if (waitedMs === slowStartMs) log.info('The database is recovering from a crash; this can take a while');
    await Promise.race([sleep(pollMs), saysReady]);
  }
  await sleep(pollMs); // Its last lines may still be in the pipe.
  throw new ServerDidNotStart(lines.length > 0 ? lines : [ended]);
}

/** Independent of the machine's configuration, and without personal text in the log. */
const serverSettings = {
  logging_collector: 'off',
  log_destination: 'stderr',
  log_line_prefix: '',
  // The caller gets the error of a refused statement; the log must contain neither statement nor values.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  log_timezone: 'UTC',
  timezone: 'UTC',
} as const;
