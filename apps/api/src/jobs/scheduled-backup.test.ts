import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { checkFingerprint } from '../database/master-key-check.ts';
import { testApp, type TestApp } from '../testing/test-app.ts';
import { createScheduledBackups } from './scheduled-backup.ts';

let t: TestApp;
let folder: string;
beforeAll(async () => {
  t = await testApp();
  await checkFingerprint(t.db, t.masterKeys);
});
afterAll(() => t.close());
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'nuances-scheduled-'))));
afterEach(() => rm(folder, { recursive: true }));

/** A quarter of an hour before the backup of today is due. */
const morning = Date.parse('2026-11-20T02:00:00Z');
const dayMs = 86_400_000;

function schedule(clock: { now: number }, over: { recipient?: string; folder?: string } = {}) {
  const said: string[] = [];
  const backups = createScheduledBackups(
    { folder: join(folder, 'safe'), at: { hour: 2, minute: 15 }, keep: 2, recipient: null, ...over },
    {
      url: t.databaseUrl,
      masterKeys: t.masterKeys,
      masterKeyKeptIn: 'a safe',
      ledgerFile: join(folder, 'erased-accounts.log'),
    },
    {
      log: { info: (_details, message) => said.push(message), error: (_details, message) => said.push(message) },
      now: () => clock.now,
    },
  );
  /** Looks; the files that it makes have the time of the clock. */
  const runIfDue = async () => {
    const before = await list();
    await backups.runIfDue();
    for (const name of await list())
      if (!before.includes(name)) await utimes(join(folder, 'safe', name), clock.now / 1_000, clock.now / 1_000);
  };
  return { ...backups, runIfDue, said };
}

const list = (): Promise<string[]> => readdir(join(folder, 'safe')).catch(() => []);

it('makes one a day, also for a time that was missed, and keeps the newest', async () => {
  const mine = `${randomUUID()} 2026-11-19T00:00:00.000Z\n`;
  const another = `${randomUUID()} 2026-11-18T00:00:00.000Z\n`;
  await writeFile(join(folder, 'erased-accounts.log'), mine);
  // That of a data folder that was lost.
  await mkdir(join(folder, 'safe'));
  await writeFile(join(folder, 'safe', 'erased-accounts.log'), another);
  const clock = { now: morning };
  const { runIfDue, ageS } = schedule(clock);
  expect(await ageS()).toBe(0);
  await runIfDue(); // that of yesterday
  expect(await list()).toEqual(['erased-accounts.log', 'nuances-2026-11-20T0200.backup']);
  await runIfDue();
  expect(await list()).toHaveLength(2);
  clock.now += 15 * 60_000;
  expect(await ageS()).toBe(900);
  await runIfDue();
  clock.now += dayMs - 1;
  await runIfDue();
  expect(await list()).toHaveLength(3);
  clock.now += 1;
  await writeFile(join(folder, 'safe', 'mine.backup'), '');
  await runIfDue();
  expect(await list()).toEqual([
    'erased-accounts.log',
    'mine.backup',
    'nuances-2026-11-20T0215.backup',
    'nuances-2026-11-21T0215.backup',
  ]);
  expect(await readFile(join(folder, 'safe', 'erased-accounts.log'), 'utf8')).toBe(`${another}${mine}`);
});

it('one that fails is told, tried again after ten minutes, and deletes nothing', async () => {
  const clock = { now: morning };
  await writeFile(join(folder, 'safe'), 'a file where the folder should be');
  const { runIfDue, said, ageS } = schedule(clock);
  clock.now += dayMs;
  await runIfDue();
  await runIfDue();
  expect(await ageS()).toBe(86_400); // An alert needs a figure.
  expect(said).toEqual(['The daily backup failed; it is tried again in ten minutes']);
  await rm(join(folder, 'safe'));
  await runIfDue();
  expect(await list()).toEqual([]);
  expect(await ageS()).toBe(86_400); // since the start
  clock.now += 10 * 60_000;
  await runIfDue();
  expect(await list()).toEqual(['nuances-2026-11-21T0210.backup']);
  expect(said.at(-1)).toBe('A backup was made');
});

it('encrypts to the key that is set', async () => {
  const recipient = await identityToRecipient(await generateX25519Identity());
  await schedule({ now: morning }, { recipient }).runIfDue();
  const [name = ''] = await list();
  expect((await readFile(join(folder, 'safe', name))).toString('latin1', 0, 21)).toBe('age-encryption.org/v1');
});
