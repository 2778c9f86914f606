import { createCipheriv, hkdfSync, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deriveVaultKeys, newAccountKey } from './account-key.ts';
import { passkeySecret, newPasskeyParameters } from './passkey-secret.ts';
import { newRecoveryCode, recoverySecret } from './recovery-code.ts';
import { unwrapAccountKey, WrapBroken, wrapAccountKey, type SlotPlace } from './slot.ts';

const place: SlotPlace = {
  userId: randomUUID(),
  slotId: randomUUID(),
  kind: 'recovery',
  keyVersion: 2,
  parameters: 'any | text',
};
const secret = recoverySecret(newRecoveryCode());
const accountKey = newAccountKey();
const wrapped = await wrapAccountKey(secret, place, accountKey);

describe('an account key', () => {
  it('is random, and its keys cannot be extracted', async () => {
    expect(newAccountKey()).not.toEqual(accountKey);
    for (const key of Object.values(await deriveVaultKeys(accountKey))) {
      expect(key.extractable).toBe(false);
      await expect(crypto.subtle.exportKey('raw', key)).rejects.toBeInstanceOf(Error);
    }
  });

  it('has another key for each label', async () => {
    const { manifest: _manifest, ...keys } = await deriveVaultKeys(accountKey);
    const iv = new Uint8Array(12);
    const sealed = await Promise.all(
      Object.values(keys).map(async (key) => crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, new Uint8Array(16))),
    );
    expect(new Set(sealed.map((bytes) => Buffer.from(bytes).toString('hex'))).size).toBe(5);
  });
});

describe('a wrap', () => {
  it('opens with its secret, at its place', async () => {
    expect(await unwrapAccountKey(secret, place, wrapped)).toEqual(accountKey);
    expect(wrapped).toMatch(/^w1\.[A-Za-z0-9+/]{123}=$/);
    expect(await wrapAccountKey(secret, place, accountKey)).not.toBe(wrapped);
  });

  it.each<Partial<SlotPlace>>([
    { userId: randomUUID() },
    { slotId: randomUUID() },
    { kind: 'passkey' },
    { keyVersion: 1 },
    { parameters: 'any|text' },
  ])('does not open at another place: %o', async (other) => {
    await expect(unwrapAccountKey(secret, { ...place, ...other }, wrapped)).rejects.toBeInstanceOf(WrapBroken);
  });

  it('does not open with another secret, or when any one bit is flipped', async () => {
    const other = recoverySecret(newRecoveryCode());
    await expect(unwrapAccountKey(other, place, wrapped)).rejects.toBeInstanceOf(WrapBroken);
    const bytes = Buffer.from(wrapped.slice(3), 'base64');
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const altered = Buffer.from(bytes);
      altered.writeUInt8(altered.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      const text = `w1.${altered.toString('base64')}`;
      await expect(unwrapAccountKey(secret, place, text), `bit ${bit}`).rejects.toBeInstanceOf(WrapBroken);
    }
  });

  it('does not open without the commitment to its secret, although the cipher alone would', async () => {
    // What a server can make for a secret that it guesses, beside the commitment to another one.
    const key = Buffer.from(hkdfSync('sha256', secret, '', 'nuances/vault/1/wrap/recovery', 32));
    const cipher = createCipheriv('aes-256-gcm', key, Buffer.alloc(12));
    cipher.setAAD(Buffer.from(`1|${place.userId}|${place.slotId}|recovery|2|any | text`));
    const sealed = Buffer.concat([cipher.update(accountKey), cipher.final(), cipher.getAuthTag()]);
    const wrapWith = (commitment: Buffer) =>
      `w1.${Buffer.concat([commitment, Buffer.alloc(12), sealed]).toString('base64')}`;
    const own = Buffer.from(hkdfSync('sha256', secret, '', 'nuances/vault/1/commitment/recovery', 32));
    expect(await unwrapAccountKey(secret, place, wrapWith(own))).toEqual(accountKey);
    await expect(unwrapAccountKey(secret, place, wrapWith(Buffer.alloc(32, 7)))).rejects.toBeInstanceOf(WrapBroken);
  });

  it('refuses any other text', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string(),
          fc.base64String().map((text) => `w1.${text}`),
        ),
        async (text) => {
          await expect(unwrapAccountKey(secret, place, text)).rejects.toBeInstanceOf(WrapBroken);
        },
      ),
      { numRuns: 50 },
    );
    await expect(unwrapAccountKey(secret, place, wrapped.replace('w1', 'w2'))).rejects.toBeInstanceOf(WrapBroken);
  });
});

describe('a passkey', () => {
  it('opens with 32 bytes of prf, and logs in only without', () => {
    expect(passkeySecret(new Uint8Array(32).fill(7).buffer)).toEqual(new Uint8Array(32).fill(7));
    for (const nothing of [null, new ArrayBuffer(0), new ArrayBuffer(16)]) expect(passkeySecret(nothing)).toBeNull();
  });

  it('has an input of its own in its parameters', () => {
    expect(newPasskeyParameters('abc')).toMatch(/^abc\.[0-9a-f]{64}$/);
    expect(newPasskeyParameters('abc')).not.toBe(newPasskeyParameters('abc'));
  });
});
