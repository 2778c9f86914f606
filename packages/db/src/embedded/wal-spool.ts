/**
 * Continuous archiving of the embedded server, its first half: the server puts each segment of its log (WAL), packed,
 * into a folder beside its files. Whoever ships them from there has no need to run under the server's account.
 */
import { chmod, chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ResolvedDataLocation } from './data-location.ts';

const spoolName = 'postgres.wal';
/** A segment is closed after this time even if it is not full, seconds. */
const segmentS = 30;

/** The folder of the segments that wait, as `<name>.gz`. */
export const spoolOf = ({ base }: { readonly base: string }): string => join(base, spoolName);

/** Makes the folder. The files of the server are beside it, so its commands reach it by a relative path. */
export async function prepareSpool(location: ResolvedDataLocation): Promise<void> {
  const folder = spoolOf(location);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  if (location.account !== null) await chown(folder, location.account.uid, location.account.gid);
}

/** Settings with which the server archives. A segment counts as archived when its file survives a power cut. */
export const archiveSettings: Readonly<Record<string, string>> = {
  archive_mode: 'on',
  archive_timeout: String(segmentS),
  archive_command: ((part: string) => `gzip -1c %p > ${part} && sync ${part} && mv ${part} ../${spoolName}/%f.gz`)(
    `../${spoolName}/%f.part`,
  ),
};
