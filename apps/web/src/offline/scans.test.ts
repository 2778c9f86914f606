import { randomBytes, randomUUID } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import { newFakeServer, openVaultPage } from '../vault/vault-testing.ts';
import { contentOf } from './scan-testing.ts';

it('a finished scan of a vault is in the memory of the page, and not in that of one that locked while it was sent', async () => {
  const page = await openVaultPage(newFakeServer(randomBytes(32).toString('hex')));
  const { historyOf, saveScanLocally, scanOfHistory } = await import('./scans.ts');
  await page.turnOn(await page.draftVault(), 'lamp river quiet stone amber window');
  await vi.waitFor(() => expect(page.vaultState().mode).toBe('vault'), 10_000);
  const finish = async () => {
    const about = { owner: 'u1', createdAt: '2026-11-20T08:00:00.000Z', moment: 'exact' as const, kept: [] };
    const scan = { ...about, id: randomUUID(), answers: [1, 2, 3, 4, 5, 6, 7] };
    await saveScanLocally({ ...scan, duration: 40 });
    return scan;
  };
  const shown = await finish();
  expect(scanOfHistory(historyOf(shown))).toEqual(shown);
  const sent = await finish();
  await page.lockNow();
  expect(historyOf(sent)).toEqual({ sealedScan: sent.id });
  expect(scanOfHistory(historyOf(sent))).toBeUndefined();
  expect(scanOfHistory(historyOf(shown))).toBeUndefined();
});

it('a scan that the device has not taken is sealed in the memory of a page that locks, and readable when it is open again', async () => {
  const passphrase = 'lamp river quiet stone amber window';
  const page = await openVaultPage(newFakeServer(randomBytes(32).toString('hex')));
  const [{ put, currentPending }, { setSealing }] = await Promise.all([import('./outbox.ts'), import('./sealer.ts')]);
  setSealing(async () => (await import('../note-store/item-sealing.ts')).itemSealing);
  await page.turnOn(await page.draftVault(), passphrase);
  await vi.waitFor(() => expect(page.vaultState().mode).toBe('vault'), 10_000);
  const scan = {
    kind: 'scan' as const,
    id: randomUUID(),
    owner: 'u1',
    createdAt: '2026-11-20T08:00:00.000Z',
    refusal: null,
    ...contentOf([1, 2, 3, 4, 5, 6, 7], 40),
  };
  expect(await put(scan)).toBe(false);
  await page.lockNow();
  expect(currentPending()).toMatchObject([{ kind: 'sealed', of: 'scan', id: scan.id }]);
  await page.openByPassphrase(passphrase);
  await vi.waitFor(() => expect(currentPending()).toEqual([scan]));
});
