import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ledgerPath, readLedger } from '../account/ledger.ts';
import { runCommand } from '../testing/commands.ts';
import { type TestApp, useApp } from '../testing/test-app.ts';
import { startLedger } from './ledger.ts';

let t: TestApp;
useApp((app) => (t = app));

it('what is decided between two backups is beside them, also after their folder could not be written', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'nuances-ledger-'));
  const safe = join(dataDir, 'safe');
  /** @returns what it warned of */
  const runOnce = async () => {
    const warnings: string[] = [];
    await startLedger(t.db, dataDir, { warn: (line) => warnings.push(line) }, safe).stop();
    return warnings;
  };
  try {
    await writeFile(safe, 'a file where the folder should be');
    await runCommand(t, ['lock', 'bob']);
    expect(await runOnce()).toContainEqual(expect.stringContaining('could not be written'));
    await rm(safe);
    expect(await runOnce()).toEqual([]);
    expect(await readLedger(ledgerPath(safe))).toMatchObject({ entries: [{ userId: t.bob.id, value: 'locked' }] });
  } finally {
    await rm(dataDir, { recursive: true });
  }
});
