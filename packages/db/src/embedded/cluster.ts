import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { superuserName } from './access.ts';
import { childOptions } from './account.ts';
import type { Binaries } from './binaries.ts';
import { draftPrefix, syncFolder, type ResolvedDataLocation } from './data-location.ts';

const run = promisify(execFile);

/**
 * Makes the database files with initdb: UTF-8, byte order as collation, checksums; no role can log in yet. They are
 * made beside their final path and renamed, so that they are complete or absent.
 */
export async function createCluster(location: ResolvedDataLocation, binaries: Binaries): Promise<void> {
  const draft = join(location.base, `${draftPrefix}${randomBytes(6).toString('hex')}`);
  await mkdir(draft, { mode: 0o700 });
  try {
    if (location.account !== null) await chown(draft, location.account.uid, location.account.gid);
    const files = ['-D', draft, '-U', superuserName, '--auth=reject', '--data-checksums', '--no-instructions'];
    const locale = ['--encoding=UTF8', '--locale=C'];
    // Makes lower() independent of the machine and of upgrades of its C library, beyond ASCII too.
    if (binaries.major >= 17) locale.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8');
    await run(binaries.initdb, [...files, ...locale], childOptions(location.account)).catch((error: unknown) => {
      const said = error instanceof Error ? error.message : String(error);
      // It quotes a long command and its steps; the reason, such as a full disk, is one line.
      const reason = /^(?:.*FATAL|initdb: error): +(.*)$/m.exec(said)?.[1] ?? said;
      throw new Error(`PostgreSQL could not make its files in ${location.base}: ${reason}`, { cause: error });
    });
    await rename(draft, location.files);
    await syncFolder(location.base);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}
