import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import vectors from '../vectors.json' with { type: 'json' };
import { envelopeLength, isEnvelope } from './envelope-shape.ts';
import { EnvelopeBroken, importNoteKey, NoteKeyInvalid, openText, sealText } from './note-envelope.ts';

const hex = 'c0ffee'.padEnd(62, '7') + '01';
const otherHex = hex.replace(/01$/, '02');

/** An independent implementation, written from the description of the format. */
const openElsewhere = (key: string, envelope: string): string => {
  const bytes = Buffer.from(envelope, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', Buffer.from(key, 'hex'), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return decipher.update(bytes.subarray(28), undefined, 'utf8') + decipher.final('utf8');
};
const sealElsewhere = (key: string, text: string): string => {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key, 'hex'), iv);
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), ciphertext]).toString('base64');
};

describe('the published envelopes', () => {
  it.each(vectors.noteEnvelopes)(
    'open, with this and with an independent implementation: $envelope',
    async ({ key, text, envelope }) => {
      expect(isEnvelope(envelope)).toBe(true);
      expect(await openText(await importNoteKey(key), envelope)).toBe(text);
      expect(openElsewhere(key, envelope)).toBe(text);
    },
  );
});

describe('a sealed text', () => {
  const anyText = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.string({ unit: 'grapheme', maxLength: 100 }),
  );

  it('is compatible with an independent implementation, in both directions', async () => {
    const key = await importNoteKey(hex);
    await fc.assert(
      fc.asyncProperty(anyText, async (text) => {
        const sealed = await sealText(key, text);
        expect(await openText(key, sealed)).toBe(text);
        if (text === '') return;
        expect(isEnvelope(sealed)).toBe(true);
        expect(Buffer.from(sealed, 'base64')).toHaveLength(28 + Buffer.byteLength(text));
        expect(sealed).toHaveLength(envelopeLength(Buffer.byteLength(text)));
        expect(openElsewhere(hex, sealed)).toBe(text);
        expect(await openText(key, sealElsewhere(hex, text))).toBe(text);
      }),
      { numRuns: 150 },
    );
  });

  it('may be as long as a note', async () => {
    const key = await importNoteKey(hex);
    const text = 'é😊'.repeat(50_000);
    expect(await openText(key, await sealText(key, text))).toBe(text);
  });

  it('is empty for the empty text', async () => {
    const key = await importNoteKey(hex);
    expect(await sealText(key, '')).toBe('');
    expect(await openText(key, '')).toBe('');
  });

  it('never has the same IV twice', async () => {
    const key = await importNoteKey(hex);
    const sealed = await Promise.all(Array.from({ length: 5_000 }, () => sealText(key, 'same')));
    expect(new Set(sealed.map((envelope) => envelope.slice(0, 16))).size).toBe(5_000);
  });

  it('does not open when any one bit is flipped', async () => {
    const key = await importNoteKey(hex);
    const bytes = Buffer.from(await sealText(key, 'hello'), 'base64');
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const altered = Buffer.from(bytes);
      altered.writeUInt8(altered.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      await expect(openText(key, altered.toString('base64')), `bit ${bit}`).rejects.toBeInstanceOf(EnvelopeBroken);
    }
  });

  it('does not open with another key, cut short, or as plain text', async () => {
    const key = await importNoteKey(hex);
    const sealed = await sealText(key, 'hello');
    await expect(openText(await importNoteKey(otherHex), sealed)).rejects.toBeInstanceOf(EnvelopeBroken);
    for (const broken of [sealed.slice(0, -4), sealed.slice(0, 36), 'just a note', `${sealed}AAAA`]) {
      await expect(openText(key, broken)).rejects.toBeInstanceOf(EnvelopeBroken);
    }
  });
});

describe('the note key', () => {
  it('is 64 hexadecimal digits, either case', async () => {
    const lower = await importNoteKey(hex);
    expect(await openText(await importNoteKey(hex.toUpperCase()), await sealText(lower, 'x'))).toBe('x');
    for (const bad of ['', hex.slice(1), `${hex}0`, hex.replace('7', 'g'), `${hex}\n`]) {
      await expect(importNoteKey(bad)).rejects.toBeInstanceOf(NoteKeyInvalid);
    }
  });

  it('cannot be exported', async () => {
    const key = await importNoteKey(hex);
    expect(key.extractable).toBe(false);
    await expect(crypto.subtle.exportKey('raw', key)).rejects.toBeInstanceOf(Error);
  });
});

describe('the shape of an envelope', () => {
  it('is padded standard base64 of 28 bytes or more', () => {
    for (let length = 0; length < 80; length += 1) {
      expect(isEnvelope(randomBytes(length).toString('base64')), `${length} bytes`).toBe(length >= 28);
    }
  });

  it('is required', () => {
    const envelope = Buffer.alloc(40, 251).toString('base64');
    const url = Buffer.alloc(40, 251).toString('base64url');
    for (const other of [
      '',
      envelope.replace(/=+$/, ''),
      `${envelope}\n`,
      ` ${envelope}`,
      `=${envelope.slice(1)}`,
      envelope.replace('+', ' '),
      url,
      'a perfectly ordinary sentence of forty-four.',
      'é'.repeat(44),
    ]) {
      expect(isEnvelope(other), JSON.stringify(other)).toBe(false);
    }
  });

  it('is checked quickly, however long the text', () => {
    const began = performance.now();
    isEnvelope(`${'A'.repeat(3_999_999)}!`);
    isEnvelope('='.repeat(4_000_000));
    isEnvelope('A='.repeat(2_000_000));
    expect(performance.now() - began).toBeLessThan(500);
  });
});
