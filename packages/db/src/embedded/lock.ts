import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { link, readFile, readdir, readlink, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { processStart } from './process.ts';
import { ifRefused } from './file-error.ts';
import { readIfThere } from './read-if-there.ts';

/** The holder touches the lock this often, for readers that cannot see its process. */
const heartbeatIntervalMs = 2_000;
/** Three heartbeats: a holder whose lock is older is dead. */
const silenceTimeoutMs = 6_500;
/** A lock this old is taken over without observing it first, as after a power cut. */
const staleAfterMs = 60_000;
const observeIntervalMs = 250;

interface Holder {
  readonly pid: number;
  /** From {@link processStart}. */
  readonly started: string;
  /** Boot and process id namespace: outside of it the pid belongs to another process. */
  readonly space: string;
  /** Makes the content of every lock unique. */
  readonly nonce: string;
}

/** Exclusive use of a folder until released. */
export interface FolderLock {
  release(): Promise<void>;
  /** For the `exit` event, where nothing asynchronous runs. */
  releaseNow(): void;
}

/** Another running product holds the folder. The message gives the remedy. */
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
  if (started === null) throw new Error('The start time of this process cannot be read');
  const nonce = randomBytes(8).toString('hex');
  const mine = JSON.stringify({
    pid: process.pid,
    started,
    space: await processSpace(),
    nonce,
  } satisfies Holder);
  const draft = `${path}.draft-${nonce}`;
  try {
    await writeFile(draft, mine, { mode: 0o644, flag: 'wx' });
    await take(path, draft, dataDir);
  } finally {
    await rm(draft, { force: true });
  }

  const heartbeat = setInterval(() => {
    const now = new Date();
    // When the folder was deleted meanwhile, the database reports it.
    utimes(path, now, now).catch(() => undefined);
  }, heartbeatIntervalMs);
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
 * Process id of the holder of a folder; null when no living process holds it. A holder in another container counts as
 * living.
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
 * Replaces the lock by the draft, unless a living process holds it.
 * A dead holder's lock is not simply removed: two processes may find it dead at the same time, and the slower one would
 * remove the new lock of the faster one. Instead a process first creates a claim file whose name is the hash of the
 * dead lock's content. Only the creator of the claim may replace that lock. If it dies too, its claim is succeeded in
 * the same way.
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
    // The claim is valid only while its lock is unchanged: the lock may have been released or replaced between our
    // reading and our claim.
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

/**
 * A hard link creates a name with its complete content, or fails because the name exists: the file is never half
 * written.
 */
const linkIfFree = (draft: string, path: string) =>
  ifRefused(['EEXIST'], false, () => link(draft, path).then(() => true));

async function isHeld(path: string, holder: Holder | null): Promise<boolean> {
  if (holder === null) return false;
  if (holder.space === (await processSpace())) return (await processStart(holder.pid)) === holder.started;
  // Another container or another boot: its processes are not visible here, but its heartbeat is.
  const before = await touchedAt(path);
  if (before === null || Date.now() - before > staleAfterMs) return false;
  for (let waitedMs = 0; waitedMs < silenceTimeoutMs; waitedMs += observeIntervalMs) {
    await sleep(observeIntervalMs);
    if ((await touchedAt(path)) !== before) return true;
  }
  return false;
}

const touchedAt = (path: string) => ifRefused(['ENOENT'], null, async () => (await stat(path)).mtimeMs);

/** Null for content that is not ours, such as a file cut short by a full disk: such a lock is not held. */
function parseHolder(text: string): Holder | null {
  const match = /^\{"pid":(\d+),"started":"([^"]*)","space":"([^"]*)","nonce":"([^"]*)"\}$/.exec(text);
  if (!match) return null;
  const [, pid, started, space, nonce] = match;
  if (pid === undefined || started === undefined || space === undefined || nonce === undefined) {
    return null;
  }
  return { pid: Number(pid), started, space, nonce };
}

/** Boot and process id namespace; outside of Linux only the name of the platform. */
async function processSpace(): Promise<string> {
  if (process.platform !== 'linux') return process.platform;
  const boot = (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim();
  return `${boot} ${await readlink('/proc/self/ns/pid')}`;
}
