/**
 * Tells when the process has no file descriptor left. The system then closes every new connection, and Node gets to know
 * nothing of it: so a file is opened every second.
 */
import { open } from 'node:fs/promises';
import { errorCode } from '../errors.ts';
import { createPeriodicTask } from '../jobs/periodic-task.ts';

const intervalMs = 1_000;

export interface DescriptorWatch {
  /** Looks now. Never rejects. */
  look(): Promise<void>;
  /** Looks every second; the timer keeps no process alive. */
  start(): void;
  stop(): void;
}

export function createDescriptorWatch(log: {
  error(message: string): void;
  warn(message: string): void;
}): DescriptorWatch {
  let isOut = false;
  async function look(): Promise<void> {
    try {
      await (await open('/dev/null', 'r')).close();
      if (isOut) log.warn('There are file descriptors again: connections are accepted');
      isOut = false;
    } catch (error) {
      const code = error instanceof Error ? errorCode(error) : undefined;
      if (code !== 'EMFILE' && code !== 'ENFILE') return;
      if (!isOut)
        log.error(`No file descriptor is left (${code}): new connections are refused. Raise the limit: ulimit -n`);
      isOut = true;
    }
  }
  const task = createPeriodicTask({ work: look, pauseMs: intervalMs, firstMs: intervalMs });
  return { look, start: () => task.start(), stop: () => void task.stop() };
}
