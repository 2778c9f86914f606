import { constants, fstatSync, openSync, writeSync } from 'node:fs';
import { instanceId } from './instance-id.ts';

/** Lines wait for others until they have this length, bytes, or this time, milliseconds. */
const batchBytes = 8 * 1024;
const batchMs = 200;
/** Length of what waits at most while nothing can be written, about in bytes; later lines are dropped and counted. */
const maxWaiting = 1024 * 1024;
/** How often a full pipe is tried again, milliseconds, and how long its reader is waited for when the process ends. */
const retryMs = 20;
const exitTimeoutMs = 2_000;

/** Level of pino from which a line is written at once. */
const warnLevel = 40;

/** Where log lines go: the destination of pino, which sets the level of a line before it writes it. */
interface LogDestination {
  lastLevel: number;
  write(line: string, level?: number): void;
}

/**
 * A log on a descriptor, written in batches: a write for each line would block the thread for as long as a request's own work
 * takes. Warnings and errors are written at once, with everything before them. The rest is written when the process ends; a
 * process that is killed loses the last batch, or what could not be written.
 *
 * What a full disk, a closed pipe or a slow reader refuses waits, and is tried again. pino's own destination repeats such a
 * write without end, and the process hangs.
 * @param fd that does not block
 */
export function openLogDestination(fd: number): LogDestination {
  /** What is written next, and the lines after it. */
  let rest = Buffer.alloc(0);
  let lines = '';
  let lost = 0;
  let isRefused = false;
  let timer: NodeJS.Timeout | undefined;

  const tellLoss = () => {
    const msg = 'Log lines were lost, because the log could not be written';
    const line = JSON.stringify({ level: warnLevel, time: Date.now(), instance: instanceId, lost, msg });
    lost = 0;
    return `${line}\n`;
  };
  /** Writes all that waits, or answers with the error. */
  const flush = (): unknown => {
    clearTimeout(timer);
    timer = undefined;
    try {
      while (rest.length > 0 || lines !== '' || lost > 0) {
        if (rest.length === 0) {
          rest = Buffer.from(lines || tellLoss());
          lines = '';
        }
        rest = rest.subarray(writeSync(fd, rest));
      }
      isRefused = false;
      return undefined;
    } catch (error) {
      isRefused = true;
      timer = setTimeout(flush, isFull(error) ? retryMs : batchMs).unref();
      return error;
    }
  };
  process.on('exit', () => {
    const sleeper = new Int32Array(new SharedArrayBuffer(4));
    const until = performance.now() + exitTimeoutMs;
    while (isFull(flush()) && performance.now() < until) Atomics.wait(sleeper, 0, 0, retryMs / 4);
  });

  const destination: LogDestination = {
    lastLevel: 0,
    write(line, level = destination.lastLevel) {
      const waiting = rest.length + lines.length;
      if (waiting > 0 && waiting + line.length > maxWaiting) lost += 1;
      else lines += line;
      if (level >= warnLevel || (lines.length >= batchBytes && !isRefused)) flush();
      else timer ??= setTimeout(flush, batchMs).unref();
    },
  };
  return Object.assign(destination, { [Symbol.for('pino.metadata')]: true });
}

const isFull = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'EAGAIN';

let standard: LogDestination | undefined;

/**
 * Standard error for writes that never block: a terminal may be stopped, by Ctrl-S for example, and a process that inherits a
 * pipe makes it block here too. Opened anew, both refuse instead.
 */
function openStandardError(): number {
  // What reading `stderr` sets on a socket, which cannot be opened.
  if (!process.stderr.isTTY && !fstatSync(2).isFIFO()) return 2;
  try {
    return openSync('/dev/stderr', constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch {
    return 2;
  }
}

/** The log on standard error, one for the process. */
export const standardError = (): LogDestination => (standard ??= openLogDestination(openStandardError()));
