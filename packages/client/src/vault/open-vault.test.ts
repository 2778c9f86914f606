import { deriveVaultKeys, newAccountKey } from '@nuances/crypto/vault/account-key';
import { sealContent } from '@nuances/crypto/vault/envelope';
import { keyFingerprint } from '@nuances/crypto/vault/fingerprint';
import {
  argon2Floor,
  newPassphraseParameters,
  readPassphraseParameters,
} from '@nuances/crypto/vault/passphrase-parameters';
import { stretchPassphrase } from '@nuances/crypto/vault/passphrase-secret';
import { newRecoveryCode, recoverySecret } from '@nuances/crypto/vault/recovery-code';
import { wrapAccountKey, type SlotKind } from '@nuances/crypto/vault/slot';
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { openVaultOf, VaultRefused, type KnownVault, type VaultSlot } from './open-vault.ts';
import { checkedScan } from './save.ts';

const userId = randomUUID();
const passphrase = 'quatre mots au café';
const code = newRecoveryCode();
const accountKey = newAccountKey();

async function slotOf(
  kind: SlotKind,
  parameters: string,
  secret: Uint8Array<ArrayBuffer>,
  keyVersion = 2,
): Promise<VaultSlot> {
  const place = { userId, slotId: randomUUID(), kind, keyVersion, parameters };
  return { ...place, id: place.slotId, wrapped: await wrapAccountKey(secret, place, accountKey) };
}
async function passphraseSlot(cost = argon2Floor): Promise<VaultSlot> {
  const parameters = newPassphraseParameters(cost);
  return slotOf('passphrase', parameters, await stretchPassphrase(passphrase, readPassphraseParameters(parameters)));
}

let slots: readonly VaultSlot[];
beforeAll(async () => {
  slots = [await passphraseSlot(), await slotOf('recovery', '', recoverySecret(code))];
});
const said = (keyVersion = 2) => ({ keyVersion, slots });
const reasonOf = (opening: Promise<unknown>) =>
  opening.then(
    () => 'open',
    (error: unknown) => (error instanceof VaultRefused ? error.reason : error),
  );

it('opens by passphrase or recovery code, however they are typed, and not by anything else', async () => {
  const byPassphrase = await openVaultOf(userId, said(), ' quatre  mots au cafe\u0301 ', null);
  const byCode = await openVaultOf(userId, said(), code.toLowerCase().replaceAll(/.{4}/g, '$& '), null);
  for (const { fingerprint } of [byPassphrase, byCode]) expect(fingerprint).toEqual(await keyFingerprint(accountKey));
  expect(await reasonOf(openVaultOf(userId, said(), 'quatre mots au thé', null))).toBe('wrong');
  expect(await reasonOf(openVaultOf(userId, said(), newRecoveryCode(), null))).toBe('wrong');
  expect(await reasonOf(openVaultOf(randomUUID(), said(), code, null))).toBe('wrong');
});

it('tells what opened the vault before a renewal that is under way', async () => {
  const next = await slotOf('recovery', '', recoverySecret(newRecoveryCode()), 3);
  const renewed = { keyVersion: 3, slots: [...slots, next] };
  for (const secret of [passphrase, code])
    expect(await reasonOf(openVaultOf(userId, renewed, secret, null))).toBe('former');
  expect(await reasonOf(openVaultOf(userId, renewed, newRecoveryCode(), null))).toBe('wrong');
});

it('opens a vault that is on its way back to the server, with the key that its slots have', async () => {
  const { fingerprint } = await openVaultOf(userId, said(), code, null);
  const known: KnownVault = { keyVersion: 2, fingerprint, cost: argon2Floor };
  for (const secret of [passphrase, code])
    expect(await openVaultOf(userId, said(3), secret, known)).toMatchObject({ keyVersion: 2, fingerprint });
  expect(await reasonOf(openVaultOf(userId, said(3), newRecoveryCode(), known))).toBe('wrong');
  expect(await reasonOf(openVaultOf(userId, said(3), code, { ...known, keyVersion: 3 }))).toBe('older');
});

it('opens what the keys seal at its place, and null elsewhere', async () => {
  const { rows } = await openVaultOf(userId, said(), code, null);
  const keys = await deriveVaultKeys(accountKey);
  const [_id, other] = [randomUUID(), randomUUID()];
  const text = JSON.stringify({ title: 'Titre', text: 'Poires', categoryId: 'yellow' });
  const sealed = await sealContent(keys, { userId, content: 'note', itemId: _id, keyVersion: 2 }, text);
  const note = { title: '', text: '', categoryId: null, keyVersion: 2, sealed };
  expect(await rows.openNote({ ...note, _id })).toEqual({ title: 'Titre', text: 'Poires', categoryId: 'yellow' });
  expect(await rows.openNote({ ...note, _id: other })).toBeNull();
  expect(await rows.openNote({ ...note, _id, keyVersion: 3 })).toBeNull();

  const scan = checkedScan({ answers: [4, 6, 9, 8, 5, 7, 9] });
  const row = {
    answers: null,
    keyVersion: 2,
    sealed: await rows.sealScan(_id, scan),
    tags: await rows.sealTags(_id, ['marche']),
  };
  expect(await rows.openScan({ ...row, _id })).toEqual({ ...scan, scoring: 26, tags: ['marche'] });
  expect(await rows.openScan({ ...row, _id: other })).toBeNull();
  // A scan that came unsealed.
  expect(await rows.openScan({ _id, ...scan, tags: null })).toMatchObject({ scoring: 26, tags: [] });
});

it('refuses a server that offers less than is known', async () => {
  const { fingerprint } = await openVaultOf(userId, said(), code, null);
  const known: KnownVault = { keyVersion: 2, fingerprint, cost: argon2Floor };
  const open = (server: { keyVersion: number; slots: readonly VaultSlot[] }, remembered: KnownVault | null = known) =>
    reasonOf(openVaultOf(userId, server, code, remembered));
  expect(await open(said())).toBe('open');
  expect(await open(said(1))).toBe('older');
  expect(await open(said(), { ...known, fingerprint: [...fingerprint.slice(1), 'piano'] })).toBe('otherKey');
  expect(await open(said(), { ...known, cost: { ...argon2Floor, passes: 4 } })).toBe('weaker');
  // Below the least of all, also for a vault that nobody remembers.
  const [first] = slots;
  const weak = { ...first, parameters: String(first?.parameters).replace('m=65536', 'm=8192') } as VaultSlot;
  expect(await open({ keyVersion: 2, slots: [weak, ...slots.slice(1)] }, null)).toBe('weaker');
  const dear = { ...weak, parameters: weak.parameters.replace('m=8192', 'm=9999999') };
  expect(await open({ keyVersion: 2, slots: [dear] }, null)).toBe('invalid');
});

it('remembers the highest cost of Argon2id', async () => {
  const dearer = { ...argon2Floor, passes: 4 };
  const { cost } = await openVaultOf(
    userId,
    { keyVersion: 2, slots: [await passphraseSlot(dearer)] },
    passphrase,
    null,
  );
  expect(cost).toEqual(dearer);
});
