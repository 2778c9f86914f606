/** Free space of the folders that the product writes to: a full disk is told before it fails. */
import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';

const intervalMs = 10_000;
/** Below this, writing fails soon, bytes. */
const lowBytes = 512 * 1024 * 1024;

export interface Disk {
  /** The variable that names the folder. */
  readonly folder: string;
  /** What this account may still write. */
  readonly freeBytes: number;
  readonly sizeBytes: number;
}

export interface DiskSpace {
  /** As it was found last; without those that could not be asked. */
  disks(): readonly Disk[];
  /** The folders whose disk is nearly full. */
  low(): readonly string[];
  /** Looks now. Never rejects. */
  look(): Promise<void>;
  /** Looks at once, and then every ten seconds. */
  start(): void;
  stop(): void;
}

/**
 * What to look at, by the variable that names it.
 * @param files the product's own database, which may be elsewhere than in `DATA_DIR`: its disk is the one that fills
 */
export function watchedFolders(
  { dataDir, backups }: { readonly dataDir: string; readonly backups: { readonly folder: string } | null },
  files: string | undefined,
): Readonly<Record<string, string>> {
  return { DATA_DIR: files ?? dataDir, ...(backups && { BACKUP_DIR: backups.folder }) };
}

/** The part of `statfs` that this uses. */
type Ask = (path: string) => Promise<Pick<StatsFs, 'bavail' | 'blocks' | 'bsize'>>;

/** @param folders paths by the variable that names them */
export function createDiskSpace(
  folders: Readonly<Record<string, string>>,
  { log, ask = statfs }: { readonly log: { warn(message: string): void }; readonly ask?: Ask },
): DiskSpace {
  const known = new Map<string, Disk>();
  const waiting = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const isLow = (disk: Disk | undefined) => disk !== undefined && disk.freeBytes < lowBytes;

  async function lookAt(folder: string, path: string): Promise<void> {
    // A network's file system that is away may answer never.
    if (waiting.has(folder)) return;
    waiting.add(folder);
    try {
      const { bavail, blocks, bsize } = await ask(path);
      const before = known.get(folder);
      const disk = { folder, freeBytes: bavail * bsize, sizeBytes: blocks * bsize };
      known.set(folder, disk);
      if (isLow(disk) && !isLow(before))
        log.warn(`The disk of ${folder} is nearly full: ${Math.floor(disk.freeBytes / 1e6)} MB are left`);
      if (!isLow(disk) && isLow(before)) log.warn(`The disk of ${folder} has room again`);
    } catch {
      // It may not be made yet. What is not known is not told.
      known.delete(folder);
    } finally {
      waiting.delete(folder);
    }
  }

  const look = async () => {
    await Promise.all(Object.entries(folders).map(([folder, path]) => lookAt(folder, path)));
  };
  return {
    disks: () => [...known.values()],
    low: () => [...known.values()].filter(isLow).map(({ folder }) => folder),
    look,
    start() {
      // No periodic task: a look that never ends must not keep the other folders from the next one.
      void look();
      timer = setInterval(() => void look(), intervalMs).unref();
    },
    stop: () => clearInterval(timer),
  };
}
