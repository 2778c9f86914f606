import type { EmbeddedLog } from '@nuances/db/embedded/log';
import { instanceId } from './instance-id.ts';
import { standardError } from './log-destination.ts';

const levels = { debug: 20, info: 30, warn: 40, error: 50 } as const;
const thresholds: Readonly<Record<string, number>> = { ...levels, trace: 10, fatal: 60, silent: 100 };

/** A logger with the app's format, for code that runs before or outside of the app. */
export function createLogger(level: string): EmbeddedLog {
  const destination = standardError();
  const write = (name: keyof typeof levels) => (msg: string) => {
    if (levels[name] >= (thresholds[level] ?? levels.info))
      // All at once, because the words of a command may follow.
      destination.write(
        `${JSON.stringify({ level: levels[name], time: Date.now(), instance: instanceId, msg })}\n`,
        levels.warn,
      );
  };
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
}
