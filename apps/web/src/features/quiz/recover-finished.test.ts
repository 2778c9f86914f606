import { randomBytes, randomUUID } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import { newFakeServer, openVaultPage } from '../../vault/vault-testing.ts';

const passphrase = 'lamp river quiet stone amber window';

it('a scan that was finished before a lock, and not stored yet, is sent at the next opening of the vault', async () => {
  const server = newFakeServer(randomBytes(32).toString('hex'));
  const page = await openVaultPage(server);
  const [{ recoverFinished }, { keepRun }, { newRun }, { markFinished, readFinishMark }, { setDelivery }] =
    await Promise.all([
      import('./recover-finished.ts'),
      import('./stored-run.ts'),
      import('./quiz-run.ts'),
      import('./finish-mark.ts'),
      import('../../offline/delivery.ts'),
    ]);
  setDelivery(async () => (await import('../../sync/deliver.ts')).deliver);
  await page.turnOn(await page.draftVault(), passphrase);
  await vi.waitFor(() => expect(page.vaultState().mode).toBe('vault'), 10_000);

  const id = randomUUID();
  await keepRun({ ...newRun, answers: [1, 2, 3, 4, 5, 6, 7] }, null);
  markFinished({ id, owner: 'u1', slot: null, createdAt: '2026-11-20T08:00:00.000Z', duration: 40 });
  await page.lockNow();
  await recoverFinished();
  expect(readFinishMark()).not.toBeNull();
  expect(await page.openByPassphrase(passphrase)).toBe('open');
  await vi.waitFor(() => expect(server.sent.some((body) => body.includes(id))).toBe(true));
});

it('run and mark of a scan that another tab finishes meanwhile are not of the first', async () => {
  const { isOvertaken, markFinished, readFinishMark, removeFinishMark } = await import('./finish-mark.ts');
  const id = randomUUID();
  markFinished({ id, owner: 'u1', slot: null, createdAt: '2026-11-20T08:00:00.000Z', duration: 40 });
  const first = randomUUID();
  expect([isOvertaken(first, 'u1', null), isOvertaken(id, 'u1', null)]).toEqual([true, false]);
  // Another run, of a visitor or of another account.
  expect([isOvertaken(first, null, null), isOvertaken(first, 'u2', null)]).toEqual([false, false]);
  removeFinishMark(first);
  expect(readFinishMark()).toMatchObject({ id });
  removeFinishMark(id);
  expect(readFinishMark()).toBeNull();
  // No mark, as on a full device: the run is of whoever ends it.
  expect(isOvertaken(first, 'u1', null)).toBe(false);
});
