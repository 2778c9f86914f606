import pino from 'pino';

/** Lines wait for others until they have this length, bytes, or this time, milliseconds. */
const batchBytes = 8 * 1024;
const batchMs = 200;

/** Level of pino from which a line is written at once. */
const warnLevel = 40;

/** Where log lines go: the destination of pino, which sets the level of a line before it writes it. */
interface LogDestination {
  lastLevel: number;
  write(line: string): void;
}

/**
 * Standard error, written in batches: a write for each line would block the thread for as long as a request's own work
 * takes. Warnings and errors are written at once, with everything before them. The rest is written when the process
 * ends; a process that is killed loses at most the last batch.
 * @param fd standard error by default
 */
export function openLogDestination(fd = 2): LogDestination {
  const file = pino.destination({ dest: fd, sync: false, minLength: batchBytes });
  // Not `periodicFlush` of the destination, which also writes when there is nothing to write.
  let timer: NodeJS.Timeout | null = null;
  const flush = () => {
    timer = null;
    file.flush();
  };
  const destination: LogDestination = {
    lastLevel: 0,
    write(line) {
      file.write(line);
      if (destination.lastLevel >= warnLevel) file.flushSync();
      else timer ??= setTimeout(flush, batchMs).unref();
    },
  };
  return Object.assign(destination, { [pino.symbols.needsMetadataGsym]: true });
}
