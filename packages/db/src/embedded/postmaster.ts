import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { createServer, Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { childOptions } from './account.ts';
import type { Binaries } from './binaries.ts';
import { ROLE } from './cluster.ts';
import type { EmbeddedLog } from './log.ts';
import type { ResolvedDataLocation, DataLocation } from './data-location.ts';
import { commandLine, processStart } from './process.ts';
import { isFileError } from './file-error.ts';
import { isPostgresError } from '../postgres/error-codes.ts';

const POLL_MS = 10;
/** A fast shutdown ends with a checkpoint; after this, without it. */
const FAST_SHUTDOWN_MS = 8_000;
const IMMEDIATE_SHUTDOWN_MS = 5_000;

/** A running server. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  /** `18.4` */
  readonly version: string;
}

/** A server that ended before it could serve; `lines` is what it said. */
export class ServerDidNotStart extends Error {
  override readonly name = 'ServerDidNotStart';
  readonly lines: readonly string[];

  constructor(lines: readonly string[]) {
    super(`PostgreSQL did not start: ${lines.filter((line) => /FATAL|PANIC/.test(line)).join(' ') || lines.join(' ')}`);
    this.lines = lines;
  }

  /** Whether another port, or waiting a moment, may help. */
  get isPassing(): boolean {
    return /could not (bind|create any TCP)|shared memory block|"postmaster\.pid" already exists/.test(
      this.lines.join('\n'),
    );
  }
}

/** The address of a server, as drivers take it. */
export function urlOf(port: number, password: string): string {
  return `postgres://${ROLE}:${password}@127.0.0.1:${port}/postgres`;
}

/** A port of the loopback interface that nobody uses at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('The system gave no port');
  return address.port;
}

/** What {@link launch} takes. */
export interface Launch {
  readonly place: ResolvedDataLocation;
  readonly binaries: Binaries;
  readonly port: number;
  /** Over our own. */
  readonly settings: Readonly<Record<string, string>>;
  readonly log: EmbeddedLog;
  /** Called as soon as there is a process, long before it serves. */
  readonly onSpawn: (pid: number) => void;
  /** Called once when it ends, by whatever cause. */
  readonly onExit: (how: string) => void;
}

/**
 * Starts the server and waits until it accepts connections, crash recovery included.
 * @throws ServerDidNotStart
 */
export async function launch({ place, binaries, port, settings, log, onSpawn, onExit }: Launch): Promise<Postmaster> {
  const all = { ...serverSettings, ...settings, port: String(port) };
  const child = spawn(
    binaries.postgres,
    ['-D', place.files, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    {
      ...childOptions(place.account),
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true, // Ctrl-C in our terminal is for us: we end the server when our requests are done
    },
  );
  if (child.pid !== undefined) onSpawn(child.pid);
  let ended: string | null = null;
  const lines: string[] = [];
  child.once('error', (error) => (ended = error.message)); // not even spawned
  child.once('exit', (code, signal) => {
    ended = signal === null ? `code ${code}` : `signal ${signal}`;
    onExit(ended);
  });
  createInterface({ input: child.stderr }).on('line', (line) => {
    if (lines.length < 50) lines.push(line);
    if (/FATAL:|PANIC:/.test(line)) log.warn(`postgres: ${line}`);
    else log.debug(`postgres: ${line}`);
  });
  // The server must not keep a product alive that has nothing left to do.
  child.unref();
  if (child.stderr instanceof Socket) child.stderr.unref();

  for (let waited = 0; ended === null; waited += POLL_MS) {
    const state = await readPostmaster(place);
    if (child.pid !== undefined && state?.pid === child.pid && state.status === 'ready') {
      return { pid: child.pid, port, version: binaries.version };
    }
    if (waited === 5_000) log.info('The database is recovering from a crash; this can take a while');
    await sleep(POLL_MS);
  }
  await sleep(POLL_MS); // its last words may still be in the pipe
  throw new ServerDidNotStart(lines.length > 0 ? lines : [ended]);
}

/** Ours alone, so that nothing of a user's text or of the machine's configuration leaks in or out. */
const serverSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  logging_collector: 'off',
  log_destination: 'stderr',
  log_line_prefix: '',
  // A refused statement and its values are the caller's business: never in a log.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  log_timezone: 'UTC',
  timezone: 'UTC',
} as const;

/**
 * The server that still runs on these files, if any: after a kill -9 of the product, or beside it.
 * Waits while it starts or ends.
 * @throws Error saying what to do when something runs there that does not answer to our password
 */
export async function findRunning(
  place: DataLocation,
  password: string,
  timeoutMs: number,
): Promise<Postmaster | null> {
  for (let waited = 0; ; waited += 50) {
    const state = await readPostmaster(place);
    if (state === null || (await processStart(state.pid)) === null) return null;
    if (!(await commandLine(state.pid)).includes(place.files)) return null; // the id is another process's now
    if (state.port !== null) {
      const version = await askVersion(urlOf(state.port, password), place);
      if (version !== null) return { pid: state.pid, port: state.port, version };
    }
    if (waited >= timeoutMs) {
      throw new Error(
        `A database server (process ${state.pid}) runs on ${place.files} but does not answer. End it: kill -INT ${state.pid}`,
      );
    }
    await sleep(50);
  }
}

/** Removes the pid file of a server that is gone: its id may meanwhile be another process's. */
export async function removeStalePid(place: DataLocation): Promise<void> {
  await rm(join(place.files, 'postmaster.pid'), { force: true });
}

/** Ends a server in order and waits for it. */
export async function shutDown(pid: number, log: EmbeddedLog): Promise<void> {
  if (await endsAfter(pid, 'SIGINT', FAST_SHUTDOWN_MS)) return;
  log.warn('The database takes long to end; ending it at once, it will recover at the next start');
  if (await endsAfter(pid, 'SIGQUIT', IMMEDIATE_SHUTDOWN_MS)) return;
  log.error(`The database (process ${pid}) does not end; killing it`);
  await endsAfter(pid, 'SIGKILL', IMMEDIATE_SHUTDOWN_MS);
}

/** Sends a signal. @returns false when there is no such process */
export function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name);
  } catch (error) {
    if (isFileError(error, 'ESRCH')) return false;
    throw error;
  }
}

async function endsAfter(pid: number, name: NodeJS.Signals, timeoutMs: number): Promise<boolean> {
  const started = await processStart(pid);
  if (started === null || !signal(pid, name)) return true;
  for (let waited = 0; waited < timeoutMs; waited += POLL_MS) {
    if ((await processStart(pid)) !== started) return true;
    await sleep(POLL_MS);
  }
  return false;
}

/** Its pid file: process id, port and state, each on a line of its own (miscadmin.h of PostgreSQL). */
async function readPostmaster(
  place: DataLocation,
): Promise<{ pid: number; port: number | null; status: string } | null> {
  let text: string;
  try {
    text = await readFile(join(place.files, 'postmaster.pid'), 'utf8');
  } catch (error) {
    if (isFileError(error, 'ENOENT')) return null;
    throw error;
  }
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  if (!Number.isInteger(pid) || pid <= 0) return null;
  return {
    pid,
    port: Number.isInteger(port) && port > 0 ? port : null,
    status: lines[7]?.trim() ?? '',
  };
}

/** @returns null when it does not answer yet, or no longer */
async function askVersion(url: string, place: DataLocation): Promise<string | null> {
  const sql = postgres(url, { max: 1, connect_timeout: 2, idle_timeout: 1 });
  try {
    const [row] = await sql<[{ files: string; version: string }?]>`
      select current_setting('data_directory') as files, current_setting('server_version') as version`;
    if (row?.files !== place.files)
      throw new Error(`The server on that port serves ${row?.files ?? 'nothing'}, not ${place.files}`);
    return row.version.split(' ')[0] ?? row.version; // Debian adds its own in parentheses
  } catch (error) {
    if (isPostgresError(error, '28P01', '28000')) {
      throw new Error(
        `The database server on ${place.files} refuses our password: is postgres.password the one it was made with?`,
        {
          cause: error,
        },
      );
    }
    // 57P03: it starts or ends. The others: nobody listens yet, or no longer.
    if (
      isPostgresError(error, '57P03', '57P01') ||
      isFileError(error, 'ECONNREFUSED', 'ECONNRESET', 'CONNECT_TIMEOUT', 'CONNECTION_CLOSED')
    ) {
      return null;
    }
    throw error;
  } finally {
    await sql.end({ timeout: 1 });
  }
}
