import { deriveVaultKeys, newAccountKey } from '@nuances/crypto/vault/account-key';
import { signManifest, stateOfRows } from '@nuances/crypto/vault/manifest';
import { expect, it } from 'vitest';
import { checkManifest } from './manifest-check.ts';

const keys = await deriveVaultKeys(newAccountKey());
const account = { userId: 'u1', keyVersion: 2 };
const none = await stateOfRows([]);
const rows = { notes: none, scans: none, moods: none };
const signed = (sequence: number) => signManifest(keys, { ...account, sequence, ...rows });

const check = (stored: string | null, floor: number) =>
  checkManifest({
    ...{ keys, account, floor, known: null, read: async () => stored, rows: async () => rows },
    save: async (manifest) => ({ isSaved: true, manifest }),
    pause: async () => undefined,
  });

it('takes no manifest older than the pin says, also when the device knows no other', async () => {
  const [older, same] = [await signed(6), await signed(7)];
  expect(await check(older, 7)).toBe('older');
  expect(await check(null, 7)).toBe('older');
  expect(await check(same, 7)).toEqual({ manifest: same });
  expect(await check(older, 0)).toEqual({ manifest: older });
});

it('counts anew after a manifest of a former key, and takes none of it once there was a newer one', async () => {
  const former = await signManifest(keys, { ...account, keyVersion: 1, sequence: 6, ...rows });
  const next = await check(former, 0);
  expect(next).toMatchObject({ manifest: expect.stringContaining('.1|u1|2|7|') });
  expect(await check(former, 7)).toBe('older');
});

it('misses no moods after a manifest of a program that counts none, and counts them again', async () => {
  const withMoods = { ...rows, moods: await stateOfRows([{ id: 'part', revision: 1 }]) };
  const known = await signManifest(keys, { ...account, sequence: 6, ...withMoods });
  const stored = await signed(7);
  const finding = await checkManifest({
    ...{ keys, account, known, floor: 6, read: async () => stored, rows: async () => withMoods },
    save: async (manifest) => ({ isSaved: true, manifest }),
    pause: async () => undefined,
  });
  expect(finding).toMatchObject({ manifest: expect.stringMatching(/\.1\|u1\|2\|8\|.*\|moods\|1\|/) });
});
