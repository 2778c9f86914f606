import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { link, readFile, readdir, readlink, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { processStart } from './process.ts';
import { isFileError } from './file-error.ts';

/** How often the holder shows it is alive, for readers who cannot see its process. */
const HEARTBEAT_MS = 2_000;
/** Three heartbeats: a holder silent for so long is gone. */
const SILENCE_MS = 6_500;
/** Older than any silence: after a power cut nobody needs to wait and see. */
const LONG_GONE_MS = 60_000;

interface Holder {
  readonly pid: number;
  /** From {@link processStart}. */
  readonly started: string;
  /** The process id namespace: outside of it the pid means nothing. */
  readonly space: string;
  /** Makes every lock a different one. */
  readonly nonce: string;
}

/** The folder is this process's until released. */
export interface FolderLock {
  release(): Promise<void>;
  /** For the `exit` event, where nothing asynchronous runs. */
  releaseNow(): void;
}

/** Another living product has the folder. The message says what to do. */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse';
}

/**
 * Takes a data folder for this process. The lock survives neither a kill -9 nor a reboot: it names
 * process id and start time, and counts only while that process lives.
 * @throws FolderInUse
 */
export async function lockFolder(dataDir: string): Promise<FolderLock> {
  const path = lockPath(dataDir);
  const started = await processStart(process.pid);
  if (started === null) throw new Error('This process cannot see itself');
  const nonce = randomBytes(8).toString('hex');
  const mine = JSON.stringify({
    pid: process.pid,
    started,
    space: await processSpace(),
    nonce,
  } satisfies Holder);
  const draft = `${path}.draft-${nonce}`;
  await writeFile(draft, mine, { mode: 0o644, flag: 'wx' });
  try {
    await take(path, draft, dataDir);
  } finally {
    await rm(draft, { force: true });
  }

  const heartbeat = setInterval(() => {
    const now = new Date();
    // A folder that vanished under us is found out by the database, not here.
    utimes(path, now, now).catch(() => undefined);
  }, HEARTBEAT_MS);
  heartbeat.unref();
  return {
    async release() {
      clearInterval(heartbeat);
      if ((await readIfThere(path)) === mine) await rm(path, { force: true });
    },
    releaseNow() {
      clearInterval(heartbeat);
      if (existsSync(path) && readFileSync(path, 'utf8') === mine) rmSync(path, { force: true });
    },
  };
}

/**
 * Who holds the folder: its process id, or null when nobody alive does. A holder in another
 * container is believed to live.
 */
export async function folderHolder(dataDir: string): Promise<number | null> {
  const text = await readIfThere(lockPath(dataDir));
  const holder = text === null ? null : parseHolder(text);
  if (holder === null) return null;
  if (holder.space !== (await processSpace())) return holder.pid;
  return (await processStart(holder.pid)) === holder.started ? holder.pid : null;
}

function lockPath(dataDir: string): string {
  return join(dataDir, 'postgres.lock');
}

/**
 * Puts the draft in place of the lock, unless somebody alive holds it.
 *
 * A dead holder's lock is not simply removed: two starters may judge it dead together, and the slower
 * one would remove what the faster one has just put there. Instead a starter claims the succession of
 * exactly that lock, under a name made from its content. Whoever makes the claim is the only one who
 * may replace it; if that one dies too, its own claim is succeeded in the same way.
 */
async function take(path: string, draft: string, dataDir: string): Promise<void> {
  for (;;) {
    const top = await readIfThere(path);
    if (top === null) {
      if (await linkIfFree(draft, path)) return;
      continue;
    }
    let at = path;
    for (let text: string | null = top; text !== null; text = await readIfThere(at)) {
      const holder = parseHolder(text);
      if (await isHeld(at, holder)) {
        throw new FolderInUse(
          `Another Nuances (process ${holder?.pid ?? 'unknown'}) is already running on ${dataDir}. ` +
            'Stop it first, or give this one a folder of its own with DATA_DIR.',
        );
      }
      at = `${path}.claim-${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
    }
    if (!(await linkIfFree(draft, at))) continue;
    // The claim counts only while the lock it succeeds is there: that one's successor, or its
    // release, may have come between our reading and our claim.
    if ((await readIfThere(path)) !== top) {
      await rm(at, { force: true });
      continue;
    }
    await rename(draft, path);
    for (const name of await readdir(dataDir)) {
      if (name.startsWith(`${basename(path)}.claim-`)) await rm(join(dataDir, name), { force: true });
    }
    return;
  }
}

/** A link takes a name with its whole content, or finds it taken: never half-written. */
async function linkIfFree(draft: string, path: string): Promise<boolean> {
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if (isFileError(error, 'EEXIST')) return false;
    throw error;
  }
}

async function isHeld(path: string, holder: Holder | null): Promise<boolean> {
  if (holder === null) return false;
  if (holder.space === (await processSpace())) return (await processStart(holder.pid)) === holder.started;
  // Another container or another boot: its processes are invisible here, its heartbeat is not.
  const before = await touchedAt(path);
  if (before === null || Date.now() - before > LONG_GONE_MS) return false;
  for (let waited = 0; waited < SILENCE_MS; waited += 250) {
    await sleep(250);
    if ((await touchedAt(path)) !== before) return true;
  }
  return false;
}

async function touchedAt(path: string): Promise<number | null> {
  try {
    return (await stat(path)).mtimeMs;
  } catch (error) {
    if (isFileError(error, 'ENOENT')) return null;
    throw error;
  }
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (isFileError(error, 'ENOENT')) return null;
    throw error;
  }
}

/** Null for anything we did not write, such as a file cut short by a full disk: nobody holds it. */
function parseHolder(text: string): Holder | null {
  const match = /^\{"pid":(\d+),"started":"([^"]*)","space":"([^"]*)","nonce":"([^"]*)"\}$/.exec(text);
  if (!match) return null;
  const [, pid, started, space, nonce] = match;
  if (pid === undefined || started === undefined || space === undefined || nonce === undefined) {
    return null;
  }
  return { pid: Number(pid), started, space, nonce };
}

/** Boot and process id namespace, as far as the system tells. */
async function processSpace(): Promise<string> {
  if (process.platform !== 'linux') return process.platform;
  const boot = (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim();
  return `${boot} ${await readlink('/proc/self/ns/pid')}`;
}
