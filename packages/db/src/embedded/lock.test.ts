import { createHash } from 'node:crypto';
import { mkdtemp, readFile, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FolderInUse, lockFolder } from './lock.ts';

let dataDir: string;
let lock: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'nuances-lock-'));
  lock = join(dataDir, 'postgres.lock');
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

it('gives a folder to one process, and to the next after its release', async () => {
  const first = await lockFolder(dataDir);
  await expect(lockFolder(dataDir)).rejects.toBeInstanceOf(FolderInUse);
  await first.release();
  await (await lockFolder(dataDir)).release();
  expect(await readdir(dataDir)).toEqual([]);
});

it('gives a folder to exactly one of many, also with a stale lock and a stale claim', async () => {
  for (let round = 0; round < 20; round += 1) {
    if (round > 0) {
      const held = await lockFolder(dataDir);
      const stale = (await readFile(lock, 'utf8')).replace(/"started":"[^"]*"/, '"started":"1"');
      await held.release();
      await writeFile(lock, stale);
      // A process that was killed between claiming the stale lock and replacing it.
      const claim = createHash('sha256').update(stale).digest('hex').slice(0, 16);
      if (round % 2 === 0)
        await writeFile(`${lock}.claim-${claim}`, stale.replace(/"nonce":"[^"]*"/, '"nonce":"other"'));
    }
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => lockFolder(dataDir)));
    const winners = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    expect(winners).toHaveLength(1);
    expect(await readdir(dataDir)).toEqual(['postgres.lock']);
    await winners[0]?.release();
  }
});

it('takes over from a dead process, also when its process id is used again', async () => {
  const held = await lockFolder(dataDir);
  const mine = await readFile(lock, 'utf8');
  await held.release();
  for (const stale of [
    mine.replace(/"pid":\d+/, '"pid":4194300'), // no such process
    mine.replace(/"started":"\d+"/, '"started":"1"'), // our number, another start
    '', // cut short
  ]) {
    await writeFile(lock, stale);
    await (await lockFolder(dataDir)).release();
  }
});

it('trusts the heartbeat of a holder in another container, and takes over when it stops', async () => {
  await writeFile(lock, '{"pid":1,"started":"1","space":"another container","nonce":"x"}');
  let beat = Promise.resolve();
  const beating = setInterval(() => {
    beat = utimes(lock, new Date(), new Date());
  }, 300);
  await expect(lockFolder(dataDir)).rejects.toBeInstanceOf(FolderInUse);
  clearInterval(beating);
  await beat;
  const longAgo = new Date(Date.now() - 120_000);
  await utimes(lock, longAgo, longAgo);
  await (await lockFolder(dataDir)).release();
});
