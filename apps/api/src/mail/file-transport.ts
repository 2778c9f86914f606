import { writeWhole } from '@nuances/db/embedded/data-location';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Transport } from './mail.ts';
import type { Log } from '../observability/log.ts';

/**
 * Writes each mail to `<time>-<id>.json` in a folder, for development and for installations without
 * a mail provider. Written under a temporary name first, so that no reader sees a partial mail.
 */
export function createFileTransport(folder: string, log: Pick<Log, 'warn'>): Transport {
  return async (id, { to, subject, text, html }) => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const name = `${new Date().toISOString().replaceAll(':', '-')}-${id}.json`;
    await writeWhole(join(folder, name), `${JSON.stringify({ to, subject, text, html }, null, 2)}\n`, 0o600);
    log.warn({ file: name }, 'No mail provider is set: a mail was written to the outbox folder');
  };
}
