import { randomBytes } from 'node:crypto';
import { chown, mkdir, open, readFile, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { canUse, serverAccount, type Account } from './account.ts';
import type { EmbeddedLog } from './log.ts';
import { ifRefused, isFileError } from './file-error.ts';
import { readIfThere } from './read-if-there.ts';

/** Folder for root's database files that the server's account could not reach inside the data folder. */
const rootFilesFolder = '/var/lib/nuances';

/** The folders of one embedded database. All paths are absolute, without symlinks. */
export interface DataLocation {
  readonly dataDir: string;
  /** The database files (PGDATA). Complete as soon as it exists. */
  readonly files: string;
  /** The folder around `files`, where binaries may be copied. */
  readonly base: string;
}

/** A location, and the account that runs the server there. */
export interface ResolvedDataLocation extends DataLocation {
  readonly account: Account;
  /** Major version of the database files; null while there are none. */
  readonly major: number | null;
}

/** Where the database of a data folder is; null when it has none yet. Changes nothing. */
export async function findDataLocation(dataDir: string): Promise<DataLocation | null> {
  const root = await ifRefused(['ENOENT'], null, () => realpath(dataDir));
  if (root === null) return null;
  const id = await readIfThere(join(root, 'instance'));
  const bases = id === null ? [root] : [root, join(rootFilesFolder, id.trim())];
  for (const base of bases) {
    const files = join(base, 'postgres');
    if (await isFolder(files)) return { dataDir: root, files, base };
  }
  return null;
}

/**
 * Chooses the folder of the database and the account that runs it. Call it with the folder locked.
 * @throws Error with instructions when neither the data folder nor /var/lib/nuances can be used
 */
export async function resolveDataLocation(dataDir: string, log: EmbeddedLog): Promise<ResolvedDataLocation> {
  const root = await realpath(dataDir);
  const id = await instanceId(root);
  const found = await findDataLocation(root);
  if (found !== null) {
    const account = await serverAccount([found.files]);
    if (found.base !== root) log.info(`The database files of ${root} are in ${found.files}`);
    return { ...found, account, major: await majorOf(found.files) };
  }

  const account = await serverAccount([]);
  if (account === null || (await canLendFolder(root, account))) {
    return { dataDir: root, files: join(root, 'postgres'), base: root, account, major: null };
  }
  const base = join(rootFilesFolder, id);
  await mkdir(base, { recursive: true, mode: 0o711 });
  if (!(await canLendFolder(base, account))) {
    throw new Error(
      `The account "${account.name}", which has to run PostgreSQL because root may not, can reach neither ${root} nor ${base}. ` +
        `Let it through (chmod a+x on the folders above), start Nuances as an ordinary user, or set DATABASE_URL.`,
    );
  }
  // Whoever copies the data folder has to know.
  log.warn(
    `The account "${account.name}", which runs PostgreSQL for root, cannot use ${root}: the database files go to ${base}`,
  );
  return { dataDir: root, files: join(base, 'postgres'), base, account, major: null };
}

/** The random id that ties files in {@link rootFilesFolder} to a data folder; made on first use. */
async function instanceId(root: string): Promise<string> {
  const path = join(root, 'instance');
  const known = (await readIfThere(path))?.trim();
  if (known !== undefined) {
    if (!/^[0-9a-f]{16}$/.test(known)) throw new Error(`${path} holds no instance id. Restore it from a backup.`);
    return known;
  }
  const id = randomBytes(8).toString('hex');
  await writeWhole(path, `${id}\n`, 0o644);
  return id;
}

/**
 * The password of the database's only role, generated on first use.
 * @param isNew whether the database files do not exist yet; with existing files a new password would not work
 */
export async function databasePassword(location: DataLocation, isNew: boolean): Promise<string> {
  const path = passwordPath(location.dataDir);
  const known = await readIfThere(path);
  if (known !== null) return known.trim();
  if (!isNew)
    throw new Error(`${path} is missing, and ${location.files} cannot be opened without it. Restore it from a backup.`);
  const password = randomBytes(24).toString('hex');
  await writeWhole(path, `${password}\n`, 0o600);
  return password;
}

/** The password, or null when there is none. */
export async function readPassword(location: DataLocation): Promise<string | null> {
  return (await readIfThere(passwordPath(location.dataDir)))?.trim() ?? null;
}

/** Removes the remains of an initialisation that was killed. */
export async function removeUnfinishedFiles(base: string): Promise<void> {
  for (const name of await readdir(base)) {
    if (name.startsWith(draftPrefix)) await rm(join(base, name), { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Prefix of unfinished folders and files beside the database. */
export const draftPrefix = 'postgres.new-';

/** Writes a file atomically and durably, for an account to read. */
export async function writeWhole(path: string, text: string, mode: number, reader: Account = null): Promise<void> {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    const file = await open(draft, 'wx', mode);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    if (reader !== null) await chown(draft, reader.uid, reader.gid);
    await rename(draft, path);
  } finally {
    // On a full disk each further start would leave another one.
    await rm(draft, { force: true });
  }
  // Some network file systems cannot: the file itself is whole, and on the disk.
  await ifRefused(['EINVAL', 'ENOTSUP', 'EPERM'], undefined, () => syncFolder(dirname(path)));
}

/** Makes renames in a folder survive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function passwordPath(dataDir: string): string {
  return join(dataDir, 'postgres.password');
}

/**
 * Whether the account can use a folder below `base`. Tried, because network and container file systems have additional
 * rules.
 */
async function canLendFolder(base: string, account: NonNullable<Account>): Promise<boolean> {
  const probe = join(base, `${draftPrefix}probe-${randomBytes(6).toString('hex')}`);
  await mkdir(probe, { mode: 0o700 });
  try {
    return await ifRefused(['EPERM', 'EINVAL', 'ENOTSUP'], false, async () => {
      await chown(probe, account.uid, account.gid);
      return canUse(account, 'w', probe);
    });
  } finally {
    await rm(probe, { recursive: true, force: true });
  }
}

async function majorOf(files: string): Promise<number> {
  try {
    return Number.parseInt(await readFile(join(files, 'PG_VERSION'), 'utf8'), 10);
  } catch (error) {
    if (!isFileError(error, 'EACCES')) throw error;
    throw new Error(`${files} belongs to another account. Start Nuances as the account (or as root) that made it.`, {
      cause: error,
    });
  }
}

const isFolder = (path: string) =>
  ifRefused(['ENOENT', 'ENOTDIR'], false, async () => (await stat(path)).isDirectory());
