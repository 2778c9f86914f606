import { freePort } from '@nuances/db/free-port';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createWalArchive } from './wal-archive.ts';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'nuances-shipping-'));
  await mkdir(join(home, 'spool'));
  await mkdir(join(home, 'files', 'global'), { recursive: true });
  // The number of the server is what this file begins with.
  await writeFile(join(home, 'files', 'global', 'pg_control'), Buffer.from([7, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3]));
});
afterEach(() => rm(home, { recursive: true }));

const segment = (number: number) => `0000000100000000000000${String(number).padStart(2, '0')}.gz`;

/** An archive of a server that does not answer. */
async function archiveAt(clock: { now: number }) {
  const said: string[] = [];
  const archive = createWalArchive(
    { folder: join(home, 'safe'), at: { hour: 2, minute: 15 }, keep: 2, recipient: null },
    {
      url: `postgres://a:b@127.0.0.1:${await freePort()}/postgres`,
      files: join(home, 'files'),
      spool: join(home, 'spool'),
    },
    {
      log: { info: (_details, message) => said.push(message), error: (_details, message) => said.push(message) },
      now: () => clock.now,
    },
  );
  return { archive, said };
}

it('ships what waits, once; a folder that cannot be written is told once, and nothing is lost', async () => {
  const clock = { now: Date.now() };
  const { archive, said } = await archiveAt(clock);
  for (const number of [1, 2]) await writeFile(join(home, 'spool', segment(number)), `content ${number}`);
  await writeFile(join(home, 'spool', '000000010000000000000003.part'), 'half');
  await writeFile(join(home, 'safe'), 'a file where the folder should be');
  await archive.ship();
  await archive.ship();
  expect(said).toEqual(['The log of the database cannot be archived']);
  expect(await readdir(join(home, 'spool'))).toHaveLength(3);

  await rm(join(home, 'safe'));
  await archive.ship();
  expect(said.at(-1)).toBe('The log of the database is archived again');
  expect(await readdir(join(home, 'spool'))).toEqual(['000000010000000000000003.part']);
  const stored = join(home, 'safe', 'wal', '7');
  expect(await readdir(stored)).toEqual([segment(1), segment(2)]);
  expect(await readFile(join(stored, segment(2)), 'utf8')).toBe('content 2');
  expect((await stat(join(stored, segment(2)))).mode & 0o777).toBe(0o600);
  await utimes(join(stored, segment(2)), clock.now / 1_000, clock.now / 1_000);
  clock.now += 90_000;
  expect(await archive.ageS()).toBeCloseTo(90, 0);
  await rm(join(home, 'files'), { recursive: true });
  clock.now += 30_000;
  expect(await archive.ageS()).toBeCloseTo(120, 0);
});

it('a base backup that fails is told, leaves nothing, and is tried again after ten minutes', async () => {
  const clock = { now: Date.now() };
  const { archive, said } = await archiveAt(clock);
  await archive.backUpIfDue();
  await archive.backUpIfDue();
  expect(said).toEqual(['A base backup failed; it is tried again in ten minutes']);
  expect(await readdir(join(home, 'safe', 'wal', '7'))).toEqual([]);
  clock.now += 10 * 60_000;
  await archive.backUpIfDue();
  expect(said).toHaveLength(2);
});
