import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deriveVaultKeys, newAccountKey } from './account-key.ts';
import { openContent, sealContent, type EnvelopePlace } from './envelope.ts';
import { keyFingerprint } from './fingerprint.ts';
import { pad, unpad } from './padding.ts';

const keys = await deriveVaultKeys(newAccountKey());
const place: EnvelopePlace = { userId: randomUUID(), content: 'note', itemId: randomUUID(), keyVersion: 1 };
const contentBytes = (envelope: string) => Buffer.from(envelope.slice(3), 'base64').length - 28;

describe('an envelope of version 2', () => {
  it('opens at its place, whatever the text', async () => {
    const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 600 }), fc.string({ unit: 'grapheme' }));
    const content = fc.constantFrom<EnvelopePlace['content']>('note', 'scan', 'tags', 'profile', 'moods');
    await fc.assert(
      fc.asyncProperty(text, content, async (given, kind) => {
        const sealed = await sealContent(keys, { ...place, content: kind }, given);
        expect(await openContent(keys, { ...place, content: kind }, sealed)).toBe(given);
      }),
      { numRuns: 80 },
    );
  });

  it.each<Partial<EnvelopePlace>>([
    { userId: randomUUID() },
    { itemId: randomUUID() },
    { keyVersion: 2 },
    { content: 'scan' },
    { content: 'tags' },
    { content: 'profile' },
    { content: 'moods' },
  ])('does not open at another place: %o', async (other) => {
    const sealed = await sealContent(keys, place, 'hello');
    expect(await openContent(keys, { ...place, ...other }, sealed)).toBeNull();
  });

  it('opens among others that are sealed and opened at the same time', async () => {
    const places = Array.from({ length: 50 }, (_, index) => ({
      ...place,
      itemId: randomUUID(),
      keyVersion: 1 + index,
    }));
    const sealed = await Promise.all(places.map((each) => sealContent(keys, each, each.itemId)));
    const opened = places.map((each, index) => openContent(keys, each, sealed[index] ?? ''));
    expect(await Promise.all(opened)).toEqual(places.map(({ itemId }) => itemId));
  });

  it('does not open for the tags of its own scan, with one key for both', async () => {
    // The associated data alone keeps the two apart.
    const same = { ...keys, tags: keys.scans };
    const sealed = await sealContent(same, { ...place, content: 'scan' }, '[]');
    expect(await openContent(same, { ...place, content: 'tags' }, sealed)).toBeNull();
  });

  it('does not open with another account key, or when any one bit is flipped', async () => {
    const others = await deriveVaultKeys(newAccountKey());
    const sealed = await sealContent(keys, { ...place, content: 'scan' }, 'hello');
    const scan: EnvelopePlace = { ...place, content: 'scan' };
    expect(await openContent(others, scan, sealed)).toBeNull();
    const bytes = Buffer.from(sealed.slice(3), 'base64');
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const altered = Buffer.from(bytes);
      altered.writeUInt8(altered.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      const text = `v2.${altered.toString('base64')}`;
      expect(await openContent(keys, scan, text), `bit ${bit}`).toBeNull();
    }
  });

  it('is nothing else', async () => {
    const sealed = await sealContent(keys, place, 'hello');
    for (const other of ['', 'v2.', sealed.slice(3), sealed.replace('v2', 'v3'), sealed.slice(0, 40), 'just a note']) {
      expect(await openContent(keys, place, other)).toBeNull();
    }
  });

  it('refuses a place whose parts could be read as others', async () => {
    await expect(sealContent(keys, { ...place, itemId: 'a|content' }, '')).rejects.toBeInstanceOf(RangeError);
  });

  it('never has the same IV twice', async () => {
    const sealed = await Promise.all(
      Array.from({ length: 2_000 }, () => sealContent(keys, { ...place, content: 'scan' }, '')),
    );
    expect(new Set(sealed.map((envelope) => envelope.slice(3, 19))).size).toBe(2_000);
  });

  it.each<[EnvelopePlace['content'], number, number]>([
    ['note', 0, 256],
    ['note', 255, 256],
    ['note', 256, 1024],
    ['note', 1023, 1024],
    ['note', 1024, 4096],
    ['note', 16_383, 16_384],
    ['note', 16_384, 65_536],
    ['note', 65_536, 131_072],
    ['note', 195_000, 196_608],
    ['scan', 0, 128],
    ['scan', 127, 128],
    ['tags', 2, 256],
    ['tags', 200, 256],
    ['profile', 2, 16_384],
    ['profile', 16_383, 16_384],
    ['moods', 2, 4096],
    ['moods', 120_300, 131_072],
  ])('%s: %i bytes have the size of %i', async (content, bytes, size) => {
    expect(contentBytes(await sealContent(keys, { ...place, content }, 'x'.repeat(bytes)))).toBe(size);
  });
});

describe('padding', () => {
  it('gives back any bytes, also those that look like padding', () => {
    const bytes = fc.oneof(fc.uint8Array({ maxLength: 600 }), fc.array(fc.constantFrom(0, 0x80), { maxLength: 300 }));
    fc.assert(
      fc.property(bytes, (given) => {
        const padded = pad(Uint8Array.from(given), [16, 64]);
        expect(unpad(padded)).toEqual(Uint8Array.from(given));
        expect(padded.length === 16 || padded.length % 64 === 0).toBe(true);
      }),
    );
  });

  it('without its mark is refused', () => {
    for (const other of [[], [0, 0], [1, 2, 3], [0x80, 1, 0]]) expect(unpad(Uint8Array.from(other))).toBeNull();
  });
});

describe('a fingerprint', () => {
  it('is eight words, the same for the same key, and others for another', async () => {
    const key = newAccountKey();
    expect(await keyFingerprint(key)).toHaveLength(8);
    expect(await keyFingerprint(key)).toEqual(await keyFingerprint(key));
    const other = key.slice();
    other[31] = (other[31] ?? 0) ^ 1;
    expect(await keyFingerprint(other as typeof key)).not.toEqual(await keyFingerprint(key));
  });
});
