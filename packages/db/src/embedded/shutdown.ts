import { setTimeout as sleep } from 'node:timers/promises';
import { isFileError } from './file-error.ts';
import type { EmbeddedLog } from './log.ts';
import { processStart } from './process.ts';

const pollMs = 10;
/** A fast shutdown ends with a checkpoint. After this time the server is stopped without one, milliseconds. */
const fastShutdownMs = 8_000;
const immediateShutdownMs = 5_000;

/** Stops a server and waits until its process has ended. No way of stopping loses a committed row. */
export async function shutDown(pid: number, log: EmbeddedLog): Promise<void> {
  if (await endsAfter(pid, 'SIGINT', fastShutdownMs)) return;
  log.warn('The database takes long to end: it is ended without a checkpoint and recovers at the next start');
  if (await endsAfter(pid, 'SIGQUIT', immediateShutdownMs)) return;
  log.error(`The database (process ${pid}) does not end: it is killed`);
  await endsAfter(pid, 'SIGKILL', immediateShutdownMs);
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
  for (let waitedMs = 0; waitedMs < timeoutMs; waitedMs += pollMs) {
    if ((await processStart(pid)) !== started) return true;
    await sleep(pollMs);
  }
  return false;
}
