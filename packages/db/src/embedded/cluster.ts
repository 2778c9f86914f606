import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { childOptions } from './account.ts';
import type { Binaries } from './binaries.ts';
import { draftPrefix, syncFolder, type ResolvedDataLocation } from './data-location.ts';

const run = promisify(execFile);

/** The database's only role. */
export const roleName = 'nuances';

/**
 * Makes the database files with initdb: UTF-8, byte order as collation, checksums, and a password
 * (SCRAM) for every connection. Built beside its final path and renamed, so it exists whole or not at all.
 */
export async function createCluster(
  location: ResolvedDataLocation,
  binaries: Binaries,
  password: string,
): Promise<void> {
  const draft = join(location.base, `${draftPrefix}${randomBytes(6).toString('hex')}`);
  const passwordFile = `${draft}.password`; // a command line can be read by every user of the machine
  await mkdir(draft, { mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600, flag: 'wx' });
  try {
    if (location.account !== null) {
      await chown(draft, location.account.uid, location.account.gid);
      await chown(passwordFile, location.account.uid, location.account.gid);
    }
    await run(
      binaries.initdb,
      [
        ...['-D', draft, '-U', roleName, `--pwfile=${passwordFile}`, '--auth=scram-sha-256', '--encoding=UTF8'],
        ...['--locale=C', '--data-checksums', '--no-instructions'],
        // Lower case beyond ASCII, the same on every machine and after every upgrade of its C library.
        ...(binaries.major >= 17 ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'] : []),
      ],
      childOptions(location.account),
    );
    await rename(draft, location.files);
    await syncFolder(location.base);
  } finally {
    await rm(draft, { recursive: true, force: true });
    await rm(passwordFile, { force: true });
  }
}
