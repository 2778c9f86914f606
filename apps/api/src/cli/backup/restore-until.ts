import { recover } from '@nuances/db/embedded/recover';
import { createWriteStream, existsSync } from 'node:fs';
import { chown } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { ledgerPath } from '../../account/ledger.ts';
import { archiveOf, readArchive, restorePointAt } from '../../archiving/archive-folder.ts';
import { backup } from './backup.ts';
import { plainBytes } from './backup-file.ts';
import type { BackupCommand } from './context.ts';
import { readIdentities } from './encryption.ts';
import { refuseFilled, restore, type RestoreOptions } from './restore.ts';

/** In the data folder: what is recovered, while the command runs. */
const recoveryFolder = 'recovery';

/**
 * `restore --until TIME`: as `restore FILE`, from what was archived continuously. The database of that moment is recovered on
 * a server of its own, backed up from there and restored: so everything that a restore refuses, removes and remembers holds.
 */
export const restoreUntil =
  (until: Date, options: RestoreOptions): BackupCommand =>
  async (context) => {
    if (!context.archive)
      throw new Error('--until reads what BACKUP_WAL=on has archived: set BACKUP_DIR to its folder.');
    const { dataDir, log } = context.archive;
    const archive = archiveOf(context.archive.folder);
    const point = restorePointAt(await readArchive(archive), until.getTime());
    if (point === null) throw new Error(`${archive} has no base backup of before ${until.toISOString()}.`);
    if (!options.replace) await refuseFilled(context.url);
    const { base, segments } = point;
    const identities = options.identity === null ? [] : await readIdentities(options.identity);
    const read = (name: string) => plainBytes({ file: join(archive, base.system, name), identities });
    const folder = join(dataDir, recoveryFolder);
    const packed = createGunzip();
    const filling = pipeline(read(base.name), packed);
    // It is awaited below; until then a fault must not end the process.
    filling.catch(() => undefined);
    const recovered = await recover({
      folder,
      base: packed,
      async putSegments(to, account) {
        await filling;
        for (const { name, segment } of segments) {
          const path = join(to, `${segment}.gz`);
          await pipeline(read(name), createWriteStream(path, { mode: 0o600 }));
          if (account !== null) await chown(path, account.uid, account.gid);
        }
      },
      until,
      log,
    });
    try {
      const file = join(folder, 'recovered.backup');
      const silent = { ...context, url: recovered.url, print: () => undefined };
      if (!(await backup(file, { recipient: null })(silent))) throw new Error('The archived database holds nothing.');
      const kept = ledgerPath(context.archive.folder);
      const ledgers = existsSync(kept) ? [...options.ledgers, kept] : options.ledgers;
      return await restore(file, { ...options, ledgers, identity: null }, () =>
        recovered.endsAt === null
          ? `Restored: that is the database as it was at ${until.toISOString()}.`
          : `Restored, but the archive ends before ${until.toISOString()}: its last change is of ${recovered.endsAt}.`,
      )(context);
    } finally {
      await recovered.remove();
    }
  };
