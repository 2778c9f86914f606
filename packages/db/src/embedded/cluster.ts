import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { childOptions } from './account.ts';
import type { Binaries } from './binaries.ts';
import { DRAFT, syncFolder, type ResolvedDataLocation } from './data-location.ts';

const run = promisify(execFile);

/** The database's only role. */
export const ROLE = 'nuances';

/**
 * Makes the database files with initdb: UTF-8, byte order as collation, checksums, and a password
 * (SCRAM) for every connection. Built beside its place and renamed, so it exists whole or not at all.
 */
export async function createCluster(place: ResolvedDataLocation, binaries: Binaries, password: string): Promise<void> {
  const draft = join(place.base, `${DRAFT}${randomBytes(6).toString('hex')}`);
  const passwordFile = `${draft}.password`; // a command line can be read by every user of the machine
  await mkdir(draft, { mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600, flag: 'wx' });
  try {
    if (place.account !== null) {
      await chown(draft, place.account.uid, place.account.gid);
      await chown(passwordFile, place.account.uid, place.account.gid);
    }
    await run(
      binaries.initdb,
      [
        ...['-D', draft, '-U', ROLE, `--pwfile=${passwordFile}`, '--auth=scram-sha-256', '--encoding=UTF8'],
        ...['--locale=C', '--data-checksums', '--no-instructions'],
        // Lower case beyond ASCII, the same on every machine and after every upgrade of its C library.
        ...(binaries.major >= 17 ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'] : []),
      ],
      childOptions(place.account),
    );
    await rename(draft, place.files);
    await syncFolder(place.base);
  } finally {
    await rm(draft, { recursive: true, force: true });
    await rm(passwordFile, { force: true });
  }
}
