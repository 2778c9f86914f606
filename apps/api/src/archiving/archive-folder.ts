/**
 * The folder of the continuous archive, `BACKUP_DIR/wal`: in it one folder for each database server that was archived,
 * named by its random number, with base backups and segments of the log. Names tell everything, because the content may be
 * encrypted.
 */
import { ifRefused } from '@nuances/db/embedded/file-error';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

export interface Base {
  readonly name: string;
  readonly system: string;
  /** When it was complete, milliseconds since 1970: nothing before can be had from it. */
  readonly at: number;
  /** The first segment that it needs. */
  readonly start: string;
  /** The last one that it cannot do without. */
  readonly stop: string;
}

/** A file of a server's log: a segment, or one of the small files about it. */
export interface Segment {
  readonly name: string;
  /** Without the endings of the archive. */
  readonly segment: string;
}

/** What the archive has of one server; both are sorted by time. */
export interface ServerArchive {
  readonly system: string;
  readonly bases: readonly Base[];
  readonly segments: readonly Segment[];
  /** When the last segment was stored, milliseconds since 1970; null without one. */
  readonly storedAt: number | null;
}

const basePattern =
  /^base-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z-([0-9A-F]{24})-([0-9A-F]{24})\.tar\.gz(?:\.age)?$/;
const segmentPattern = /^([0-9A-F]{8}(?:[0-9A-F]{16}(?:\.[0-9A-F]{8}\.backup)?|\.history))\.gz(?:\.age)?$/;
/** A segment has 16 MB, as initdb makes it unless told otherwise, and its number is in two parts. */
const segmentsOfALog = 256;

/** The folder of all archives. */
export const archiveOf = (backupFolder: string): string => join(backupFolder, 'wal');

/** The name of a base backup, without `.age`. */
export function nameOfBase({ at, start, stop }: Pick<Base, 'at' | 'start' | 'stop'>): string {
  return `base-${new Date(at).toISOString().replaceAll(/[:.]/g, '')}-${start}-${stop}.tar.gz`;
}

const namesIn = async (folder: string) =>
  (await ifRefused<string[], string[]>(['ENOENT', 'ENOTDIR'], [], () => readdir(folder))).toSorted();

/** What is archived of one server; nothing when there is no such folder. */
export async function readServerArchive(archive: string, system: string): Promise<ServerArchive> {
  const bases: Base[] = [];
  const segments: Segment[] = [];
  for (const name of await namesIn(join(archive, system))) {
    const [, day, hour, minute, second, ms, start, stop] = basePattern.exec(name) ?? [];
    if (start !== undefined && stop !== undefined)
      bases.push({ name, system, at: Date.parse(`${day}T${hour}:${minute}:${second}.${ms}Z`), start, stop });
    const [, segment] = segmentPattern.exec(name) ?? [];
    if (segment !== undefined) segments.push({ name, segment });
  }
  const last = segments.at(-1);
  const found = last && (await ifRefused(['ENOENT'], null, () => stat(join(archive, system, last.name))));
  return { system, bases, segments, storedAt: found?.mtimeMs ?? null };
}

/** What is archived of every server. */
export async function readArchive(archive: string): Promise<ServerArchive[]> {
  const systems = (await namesIn(archive)).filter((name) => /^\d+$/.test(name));
  return Promise.all(systems.map((system) => readServerArchive(archive, system)));
}

const numberOf = (segment: string) =>
  Number.parseInt(segment.slice(8, 16), 16) * segmentsOfALog + Number.parseInt(segment.slice(16, 24), 16);
const isWhole = ({ segment }: Segment) => segment.length === 24;

/**
 * Whether nothing is missing in the archive of a server from its newest base backup on, as after a time without archiving.
 * What is not archived yet is not missing.
 */
export function isContinuous({ bases, segments }: ServerArchive): boolean {
  const newest = bases.at(-1);
  if (newest === undefined) return false;
  const first = numberOf(newest.start);
  const numbers = new Set(segments.filter(isWhole).map(({ segment }) => numberOf(segment)));
  const last = Math.max(first, ...numbers);
  for (let number = first; number < last; number += 1) if (!numbers.has(number)) return false;
  return true;
}

/** What a restore to a moment reads: a base backup, and the files of the log after it. */
export interface RestorePoint {
  readonly base: Base;
  readonly segments: readonly Segment[];
}

/**
 * The newest base backup before a moment, with its log; null when there is none. Of several servers it is of the one whose log
 * comes nearest to the moment: another may have been started for a while, to test a restore.
 */
export function restorePointAt(archives: readonly ServerArchive[], moment: number): RestorePoint | null {
  // Without a log, nothing after a base backup comes back.
  const reachOf = ({ storedAt }: ServerArchive) => Math.min(storedAt ?? 0, moment);
  const [point] = archives
    .flatMap((archive) => archive.bases.map((base) => ({ archive, base })))
    .filter(({ base }) => base.at <= moment)
    .toSorted((a, b) => reachOf(b.archive) - reachOf(a.archive) || b.base.at - a.base.at);
  if (point === undefined) return null;
  const { archive, base } = point;
  // The next base backup was complete after the moment, and so was its last segment.
  const end = archive.bases.find(({ at }) => at > moment)?.stop;
  const isNeeded = ({ segment }: Segment) =>
    !/^[0-9A-F]{24}/.test(segment) || (segment >= base.start && (end === undefined || segment <= `${end}.`));
  return { base, segments: archive.segments.filter(isNeeded) };
}

/**
 * Removes all base backups but the newest ones, of all servers together, and the files of the log that none of the others
 * needs.
 * @param current the server that is archived now: its log stays even before its first base backup
 */
export async function pruneArchive(archive: string, keep: number, current: string): Promise<void> {
  const archives = await readArchive(archive);
  const kept = new Set(
    archives
      .flatMap(({ bases }) => bases)
      .toSorted((a, b) => b.at - a.at)
      .slice(0, keep),
  );
  for (const { system, bases, segments } of archives) {
    const folder = join(archive, system);
    const oldest = bases.find((base) => kept.has(base));
    if (oldest === undefined && system !== current) {
      await rm(folder, { recursive: true });
      continue;
    }
    const old = [
      ...bases.filter((base) => !kept.has(base)),
      ...segments.filter(
        ({ segment }) => oldest !== undefined && !segment.endsWith('.history') && segment < oldest.start,
      ),
    ];
    for (const { name } of old) await rm(join(folder, name), { force: true });
  }
}
