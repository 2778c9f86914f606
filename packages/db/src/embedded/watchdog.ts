import { spawn } from 'node:child_process';
import { Socket } from 'node:net';
import { type Account, childOptions } from './account.ts';
import type { EmbeddedLog } from './log.ts';

/**
 * Reads its input until the product ends. A line means that the server has ended. The end of the input without a line
 * means that the product has ended, also by SIGKILL; then the server with the process id $1 is stopped: by a fast
 * shutdown, after 2 s without a checkpoint, after 3 s by SIGKILL. It is a shell and not Node, because it takes one
 * megabyte of memory instead of forty.
 */
const script = `
read -r ended && exit 0
stop() {
  kill -s "$1" "$pid" 2>/dev/null || exit 0
  seconds=0
  while [ "$seconds" -lt "$2" ]; do
    sleep 1
    kill -0 "$pid" 2>/dev/null || exit 0
    seconds=$((seconds + 1))
  done
}
pid=$1
stop INT 2
stop QUIT 1
stop KILL 0
`;

/** A process that stops the server after this one has ended. */
export interface Watchdog {
  /** Ends the watchdog, because its server has ended. */
  dismiss(): void;
}

/** Starts a watchdog for a server. It runs as the server's account and survives a signal to our process group. */
export function startWatchdog(serverPid: number, account: Account, log: EmbeddedLog): Watchdog {
  const child = spawn('/bin/sh', ['-c', script, 'nuances-watchdog', String(serverPid)], {
    ...childOptions(account),
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  let isDismissed = false;
  const warn = (cause: string) => {
    if (!isDismissed)
      log.warn(`The watchdog of the database ended (${cause}): after a kill -9 the database would go on`);
  };
  child.once('error', (error) => warn(error.message));
  child.once('exit', (code, signal) => warn(signal ?? `code ${code}`));
  child.stdin.on('error', () => undefined); // Its 'exit' event reports the end.
  // It must not keep an otherwise finished process alive.
  child.unref();
  if (child.stdin instanceof Socket) child.stdin.unref();
  return {
    dismiss() {
      isDismissed = true;
      child.stdin.end('\n');
    },
  };
}
