import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isContinuous, nameOfBase, pruneArchive, readArchive, restorePointAt } from './archive-folder.ts';

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'nuances-archive-'))));
afterEach(() => rm(folder, { recursive: true }));

const day = (number: number) => Date.parse(`2026-11-${String(number).padStart(2, '0')}T02:15:00.123Z`);
const segment = (number: number) =>
  `00000001${Math.floor(number / 256)
    .toString(16)
    .toUpperCase()
    .padStart(8, '0')}${(number % 256).toString(16).toUpperCase().padStart(8, '0')}`;
const base = (at: number, start: number, stop = start) =>
  nameOfBase({ at, start: segment(start), stop: segment(stop) });

async function put(system: string, names: readonly string[]): Promise<void> {
  await mkdir(join(folder, system), { recursive: true });
  for (const name of names) await writeFile(join(folder, system, name), '');
}
/** Segments from the first to the last, one of them missing. */
const run = (first: number, last: number, missing?: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index)
    .filter((number) => number !== missing)
    .map((number) => `${segment(number)}.gz.age`);
async function onlyServer() {
  const [archive] = await readArchive(folder);
  if (!archive) throw new Error('no archive');
  return archive;
}

it('a restore takes the newest base backup before its moment, with the log up to the next one', async () => {
  await put('11', [`${base(day(1), 5, 6)}.age`, base(day(2), 300), ...run(2, 400), '00000002.history.gz']);
  await put('22', [base(day(3), 2), ...run(1, 9)]);
  const archives = await readArchive(folder);
  expect(restorePointAt(archives, day(1) - 1)).toBeNull();
  const first = restorePointAt(archives, day(2) - 1);
  expect(first?.base).toMatchObject({ system: '11', at: day(1), name: `${base(day(1), 5, 6)}.age` });
  const names = first?.segments.map((one) => one.segment) ?? [];
  expect(names.filter((name) => name.length === 24).toSorted()).toEqual(
    Array.from({ length: 296 }, (_, index) => segment(5 + index)),
  );
  expect(names).toContain('00000002.history');
  expect(restorePointAt(archives, day(2))?.segments.at(0)?.segment).toBe(segment(300));
  // Another server was made after the first one was lost.
  expect(restorePointAt(archives, day(9))?.base.system).toBe('22');
});

it('a restore takes the server whose log reaches its moment, not one that was started for a while since', async () => {
  await put('11', [base(day(1), 2), ...run(2, 9)]);
  await put('22', [base(day(2), 2), ...run(2, 3)]);
  const store = (system: string, number: number, at: number) =>
    utimes(join(folder, system, `${segment(number)}.gz.age`), at / 1_000, at / 1_000);
  await store('11', 9, day(4));
  await store('22', 3, day(2) + 60_000);
  const archives = await readArchive(folder);
  for (const moment of [day(3), day(9)]) expect(restorePointAt(archives, moment)?.base.system).toBe('11');
  // Both reach it.
  expect(restorePointAt(archives, day(2) + 1)?.base.system).toBe('22');
});

it('a missing segment is seen, also where the first part of the number rises; one that is yet to come is none', async () => {
  expect(isContinuous({ system: '11', bases: [], segments: [], storedAt: null })).toBe(false);
  await put('11', [base(day(1), 250, 251), ...run(250, 260)]);
  expect(isContinuous(await onlyServer())).toBe(true);
  await rm(join(folder, '11', `${segment(256)}.gz.age`));
  expect(isContinuous(await onlyServer())).toBe(false);
  await put('11', [base(day(2), 270)]);
  expect(isContinuous(await onlyServer())).toBe(true);
});

it('keeps the newest base backups of all servers, and of the log what they need', async () => {
  await put('11', [base(day(1), 5), base(day(2), 9), ...run(3, 12), `${segment(5)}.00000028.backup.gz`]);
  await put('22', [base(day(3), 2), base(day(4), 4), ...run(1, 5)]);
  await put('33', run(1, 2));
  await put('44', ['note.txt']);
  await pruneArchive(folder, 3, '33');
  expect(await readdir(folder)).toEqual(['11', '22', '33']);
  expect((await readdir(join(folder, '11'))).toSorted()).toEqual([...run(9, 12), base(day(2), 9)].toSorted());
  expect((await readdir(join(folder, '22'))).toSorted()).toEqual(
    [...run(2, 5), base(day(3), 2), base(day(4), 4)].toSorted(),
  );
  expect(await readdir(join(folder, '33'))).toEqual(run(1, 2));
  await pruneArchive(folder, 2, '33');
  expect(await readdir(folder)).toEqual(['22', '33']);
});
