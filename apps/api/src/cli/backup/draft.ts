import { randomBytes } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const draftPattern = /\.[0-9a-f]{12}\.part$/;
/** A backup under way writes all the time, but for a minute at most while it waits for a lock. */
const abandonedMs = 10 * 60_000;

/** The name under which a backup is written until it is complete. */
export const draftOf = (file: string) => `${file}.${randomBytes(6).toString('hex')}.part`;

/** Removes what killed backups left in the folder of a backup. A file that cannot be removed stays. */
export async function removeAbandonedDrafts(file: string): Promise<void> {
  const folder = dirname(file);
  for (const name of (await readdir(folder)).filter((entry) => draftPattern.test(entry))) {
    const path = join(folder, name);
    try {
      const { mtimeMs, uid } = await stat(path);
      if (uid === process.getuid?.() && Date.now() - mtimeMs > abandonedMs) await rm(path);
    } catch {
      continue; // Another backup has just removed it.
    }
  }
}
