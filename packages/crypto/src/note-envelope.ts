/**
 * Seals and opens note texts with the Web Crypto API, in the browser and in Node. The format is
 * fixed: base64(IV 12 bytes | tag 16 bytes | ciphertext), AES-256-GCM, no associated data.
 */
import { fromHex } from '@nuances/domain/hex';
import { fromBase64, toBase64 } from './base64.ts';
import { hasEnvelopeLength, type SealedText } from './envelope-shape.ts';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** A note key that is not 64 hexadecimal digits; an empty one means that the account has none. */
export class NoteKeyInvalid extends Error {
  override readonly name = 'NoteKeyInvalid';
}

/** A text that cannot be opened: not an envelope, altered, or sealed with another key. */
export class EnvelopeBroken extends Error {
  override readonly name = 'EnvelopeBroken';
}

/** CryptoKey, by a name that is declared in the types of both browser and Node. */
export type NoteKey = Parameters<typeof crypto.subtle.encrypt>[1];

/**
 * Imports the key. Do it once per session: it costs more than opening a note.
 * @param hex 64 hexadecimal digits
 * @returns a non-extractable key that IndexedDB can store
 * @throws NoteKeyInvalid
 */
export async function importNoteKey(hex: string): Promise<NoteKey> {
  if (!/^[0-9a-f]{64}$/i.test(hex)) throw new NoteKeyInvalid('A note key is 64 hexadecimal digits');
  return crypto.subtle.importKey('raw', fromHex(hex), 'AES-GCM', false, ['encrypt', 'decrypt']);
}

/** Seals a text with a fresh random IV. The empty text stays empty. */
export async function sealText(key: NoteKey, text: ''): Promise<''>;
export async function sealText(key: NoteKey, text: string): Promise<SealedText | ''>;
export async function sealText(key: NoteKey, text: string): Promise<SealedText | ''> {
  return text === '' ? '' : sealBytes(key, new TextEncoder().encode(text));
}

/** As {@link sealText}, a text in UTF-8. */
export async function sealBytes(key: NoteKey, content: Uint8Array<ArrayBuffer>): Promise<SealedText> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  // Web Crypto gives ciphertext | tag; the envelope has the tag first.
  const sealed = new Uint8Array(
    await crypto.subtle.encrypt({ name: 'AES-GCM', iv, tagLength: 8 * TAG_BYTES }, key, content),
  );
  const envelope = new Uint8Array(IV_BYTES + sealed.length);
  envelope.set(iv);
  envelope.set(sealed.subarray(-TAG_BYTES), IV_BYTES);
  envelope.set(sealed.subarray(0, -TAG_BYTES), IV_BYTES + TAG_BYTES);
  const encoded = toBase64(envelope);
  if (!hasEnvelopeLength(encoded, content.length)) throw new EnvelopeBroken('Sealing did not make an envelope');
  return encoded;
}

/** Where a tag is held while the ciphertext moves to its place; never across an `await`. */
const heldTag = new Uint8Array(TAG_BYTES);

/** Strict, and `ignoreBOM` keeps a leading U+FEFF as part of the text. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Opens a sealed text. The empty text opens to itself.
 * @throws EnvelopeBroken
 */
export async function openText(key: NoteKey, envelope: string): Promise<string> {
  if (envelope === '') return '';
  const bytes = bytesOf(envelope);
  const iv = bytes.subarray(0, IV_BYTES);
  // In place and without new buffers, because many are opened in a row: Web Crypto takes ciphertext | tag.
  heldTag.set(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  bytes.copyWithin(IV_BYTES, IV_BYTES + TAG_BYTES);
  bytes.set(heldTag, bytes.length - TAG_BYTES);
  try {
    const sealed = bytes.subarray(IV_BYTES);
    return utf8.decode(await crypto.subtle.decrypt({ name: 'AES-GCM', iv, tagLength: 8 * TAG_BYTES }, key, sealed));
  } catch (cause) {
    throw new EnvelopeBroken('The envelope was altered or sealed with another key', { cause });
  }
}

/**
 * Opens a sealed text, which does not say which key has sealed it, with the first that does.
 * @throws EnvelopeBroken when none of them opens it
 */
export async function openWith(keys: readonly NoteKey[], envelope: string): Promise<string> {
  let failure: unknown = new EnvelopeBroken('There is no key');
  for (const key of keys) {
    try {
      return await openText(key, envelope);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

/** @throws EnvelopeBroken for what does not have the shape of an envelope */
function bytesOf(envelope: string): Uint8Array<ArrayBuffer> {
  const bytes = fromBase64(envelope);
  if (bytes === null || bytes.length < IV_BYTES + TAG_BYTES) throw new EnvelopeBroken('This is no envelope');
  return bytes;
}
