import { deriveVaultKeys, newAccountKey } from '@nuances/crypto/vault/account-key';
import { sealProfileRow, sealScanRow, type RowKeys } from '@nuances/crypto/vault/rows';
import { readScanContent } from '@nuances/domain/scan/fields';
import { emptyVaultProfile } from '@nuances/domain/vault/content';
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetOpenedScans, openScanList, readAnswer, rememberOpenedScans } from './open-answers.ts';
import { resetVault, showVault } from '../keys/vault-view.ts';

const owner = randomUUID();
const keys: RowKeys = {
  owner,
  versions: new Map([[2, await deriveVaultKeys(newAccountKey())]]),
  writes: 2,
  noteKey: null,
};
const content = readScanContent({ answers: [4, 6, 9, 8, 5, 7, 9], duration: 60 }) ?? expect.unreachable();
const rowOf = async (_id: string) => ({
  ...{ _id, keyVersion: 2, arrivedClear: false, createdAt: '2026-11-02T08:15:00.000Z', tags: null },
  ...{ answers: null, scoring: null, duration: null, kept: [], moment: 'exact' },
  sealed: await sealScanRow(keys, _id, content),
});
const answerOf = (data: unknown) => Response.json({ result: { data } });

beforeEach(() => {
  forgetOpenedScans();
  resetVault();
});

describe('the scans of an answer', () => {
  it('are as they would have come without a vault, with the score', async () => {
    const row = await rowOf(randomUUID());
    const [opened] = await openScanList(keys, [row]);
    expect(opened).toMatchObject({ _id: row._id, answers: content.answers, duration: 60, scoring: 26, sealed: null });
    expect(await readAnswer(keys, 'results.byId', answerOf(row))).toEqual(opened);
  });

  it('that do not open stay as they came, and so do clear ones', async () => {
    const [one, other] = await Promise.all([rowOf(randomUUID()), rowOf(randomUUID())]);
    const swapped = { ...one, sealed: other.sealed };
    const clear = { ...one, answers: [1, 2, 3, 4, 5, 6, 7], scoring: -14, sealed: null };
    expect(await readAnswer(keys, 'results.own', answerOf([swapped, clear]))).toEqual([swapped, clear]);
  });

  it('that come readable from a vault are marked, whatever the server says of them', async () => {
    const clear = { ...(await rowOf(randomUUID())), answers: [1, 2, 3, 4, 5, 6, 7], sealed: null, from: 'made up' };
    const { from: _from, ...rest } = clear;
    expect(await openScanList(keys, [clear])).toEqual([rest]);
    showVault({ mode: 'vault' });
    expect(await openScanList(keys, [clear])).toEqual([{ ...rest, arrivedClear: true }]);
  });

  it('that come readable in a renewal, and moods, are marked too', async () => {
    const answers = [1, 2, 3, 4, 5, 6, 7];
    const part = { _id: randomUUID(), source: 'table', name: 'x', scale: 5, entries: [], keyVersion: 1 };
    showVault({ mode: 'moving' });
    expect(await openScanList(keys, [{ answers }])).toEqual([{ answers }]);
    expect(await readAnswer(keys, 'moods.own', answerOf([part]))).toEqual([part]);
    showVault({ mode: 'moving', isRenewal: true });
    expect(await openScanList(keys, [{ answers }])).toEqual([{ answers, arrivedClear: true }]);
    expect(await readAnswer(keys, 'moods.own', answerOf([part]))).toEqual([{ ...part, arrivedClear: true }]);
  });

  it('are opened once: also those that the copy on the device has', async () => {
    const rows = await Promise.all(Array.from({ length: 120 }, () => rowOf(randomUUID())));
    const opened = await openScanList(keys, rows);
    forgetOpenedScans();
    rememberOpenedScans(opened);
    const decrypt = vi.spyOn(crypto.subtle, 'decrypt');
    expect(await openScanList(keys, rows)).toEqual(opened);
    expect(decrypt).not.toHaveBeenCalled();
    const changed = { ...(await rowOf(rows[0]?._id ?? '')), createdAt: '2026-11-03T08:15:00.000Z' };
    expect(await openScanList(keys, [changed])).toMatchObject([{ createdAt: changed.createdAt, scoring: 26 }]);
    expect(decrypt).toHaveBeenCalledTimes(1);
    decrypt.mockRestore();
  });
});

it.each([
  ['opened', (rows: readonly unknown[]) => openScanList(keys, rows)],
  ['read', (rows: readonly unknown[]) => readAnswer(keys, 'results.own', answerOf(rows))],
])('scans that are %s while the vault locks are forgotten with the rest', async (_what, open) => {
  const rows = await Promise.all(Array.from({ length: 120 }, () => rowOf(randomUUID())));
  const opening = open(rows);
  forgetOpenedScans();
  await opening;
  const decrypt = vi.spyOn(crypto.subtle, 'decrypt');
  await openScanList(keys, rows);
  expect(decrypt).toHaveBeenCalledTimes(rows.length);
  decrypt.mockRestore();
});

describe('the profile of an answer', () => {
  const answered = { username: 'lea', email: 'lea@example.org', firstName: '', dateOfBirth: null };

  it('has the fields of its envelope', async () => {
    const profile = { ...emptyVaultProfile, firstName: 'Léa' };
    const marks = { profileSealed: await sealProfileRow(keys, profile), profileKeyVersion: 2 };
    for (const procedure of ['profile.get', 'profile.changeEmail'])
      expect(await readAnswer(keys, procedure, answerOf({ ...answered, ...marks }))).toEqual({
        ...profile,
        ...{ username: 'lea', email: 'lea@example.org', profileSealed: null, profileKeyVersion: 2 },
      });
  });

  it('stays as it is where nothing is sealed yet', async () => {
    const marks = { profileSealed: null, profileKeyVersion: 1 };
    expect(await readAnswer(keys, 'profile.get', answerOf({ ...answered, ...marks }))).toEqual({
      ...answered,
      ...marks,
    });
  });

  it('is an error when a vault has none', async () => {
    showVault({ mode: 'vault' });
    await expect(readAnswer(keys, 'profile.get', answerOf({ ...answered, profileSealed: null }))).rejects.toThrow(
      'not sealed',
    );
  });

  it('is an error when it does not open: an empty form would be saved over it', async () => {
    const other = { ...keys, owner: randomUUID() };
    const marks = { profileSealed: await sealProfileRow(other, emptyVaultProfile), profileKeyVersion: 2 };
    await expect(readAnswer(keys, 'profile.get', answerOf({ ...answered, ...marks }))).rejects.toThrow('does not open');
  });
});
