import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { searchPath } from '../env.ts';
import { ifRefused } from './file-error.ts';

const run = promisify(execFile);

/** The account that runs the server: ids for `spawn`, or null for the account of this process. */
export type Account = { readonly uid: number; readonly gid: number; readonly name: string } | null;

/**
 * The account the server runs under. PostgreSQL refuses root, so for root it is an unprivileged one:
 * the owner of the database files if there are any, else `postgres`, else `nobody`.
 * @param existing folders that may hold the database files already
 * @throws Error when there is none
 */
export async function serverAccount(existing: readonly string[]): Promise<Account> {
  if (process.getuid?.() !== 0) return null;
  for (const folder of existing) {
    const owner = await ownerOf(folder);
    if (owner !== null && owner.uid !== 0) return owner;
  }
  for (const name of ['postgres', 'nobody']) {
    const uid = await idOf('-u', name);
    const gid = await idOf('-g', name);
    if (uid !== null && uid !== 0 && gid !== null) return { uid, gid, name };
  }
  throw new Error(
    'PostgreSQL does not run as root, and there is no account "postgres" or "nobody" to run it. ' +
      'Start Nuances as an ordinary user, or set DATABASE_URL to a PostgreSQL 15 or newer.',
  );
}

/** Options of every child process: no inherited PG* settings, a working directory it can enter, its account. */
export function childOptions(account: Account) {
  return {
    cwd: '/', // our own may be closed to the account
    env: { PATH: searchPath, LC_ALL: 'C', TZ: 'UTC' },
    ...(account === null ? {} : { uid: account.uid, gid: account.gid }),
  };
}

/**
 * Whether the account can use a path: `x` enter or run, `r` read, `w` write. Tried in a child process, because modes
 * alone do not tell.
 */
export async function canUse(account: Account, mode: 'x' | 'r' | 'w', path: string): Promise<boolean> {
  try {
    await run('test', [`-${mode}`, path], childOptions(account));
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 1) return false;
    throw error;
  }
}

const ownerOf = (folder: string): Promise<Account> =>
  ifRefused(['ENOENT'], null, async () => {
    const { uid, gid } = await stat(folder);
    return { uid, gid, name: String(uid) };
  });

async function idOf(what: '-u' | '-g', name: string): Promise<number | null> {
  try {
    return Number((await run('id', [what, name])).stdout);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 1) return null; // no such account
    throw error;
  }
}
