import type { EmbeddedLog } from '@nuances/db/embedded/log';

const levels = { debug: 20, info: 30, warn: 40, error: 50 } as const;
const thresholds: Readonly<Record<string, number>> = { ...levels, trace: 10, fatal: 60, silent: 100 };

/** Lines in the form of the app's own log, for what happens before there is an app and below it. */
export function createLogger(level: string): EmbeddedLog {
  const write = (name: keyof typeof levels) => (msg: string) => {
    if (levels[name] >= (thresholds[level] ?? levels.info))
      process.stderr.write(`${JSON.stringify({ level: levels[name], time: Date.now(), msg })}\n`);
  };
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
}
