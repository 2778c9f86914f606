/**
 * Seals an export with a passphrase: Argon2id gives the key, AES-256-GCM seals. The format is in docs/export.md;
 * `examples/open-export.ts` opens it without this code.
 */
import { argon2id, type Argon2Cost } from './argon2id.ts';
import { argon2Ceiling, argon2Floor, isBelow } from './vault/passphrase-parameters.ts';

/** What a sealed file begins with. */
const magic = new TextEncoder().encode('nuances-seal');
const formatVersion = 1;
const saltBytes = 16;
const ivBytes = 12;
const at = {
  version: magic.length,
  memoryKib: magic.length + 1,
  passes: magic.length + 5,
  lanes: magic.length + 9,
  salt: magic.length + 13,
  iv: magic.length + 13 + saltBytes,
} as const;
const headerBytes = at.iv + ivBytes;
const tagBytes = 16;

/** A file that is not opened whatever the passphrase: of a later version, cut off, or asking for too much. */
export class SealRefused extends Error {
  override readonly name = 'SealRefused';
  readonly reason: 'later' | 'unreadable';

  constructor(reason: 'later' | 'unreadable') {
    super(`The sealed file is ${reason}`);
    this.reason = reason;
  }
}

/** The passphrase does not open the file, or the file was altered. */
export class WrongPassphrase extends Error {
  override readonly name = 'WrongPassphrase';
}

/** Whether a file begins as a sealed export does. */
export function isSealed(bytes: Uint8Array): boolean {
  return magic.every((byte, index) => bytes[index] === byte);
}

async function keyOf(passphrase: string, salt: Uint8Array, cost: Argon2Cost, usage: KeyUsage): Promise<CryptoKey> {
  // One spelling: a keyboard may write é as one character or as two.
  const raw = await argon2id(passphrase.normalize('NFC'), salt, cost);
  return crypto.subtle.importKey('raw', raw, 'AES-GCM', false, [usage]);
}

/** Seals bytes. Takes a second or two. A file names its own cost, so a later version may raise it. */
export async function sealWithPassphrase(
  content: Uint8Array<ArrayBuffer>,
  passphrase: string,
  cost = argon2Floor,
): Promise<Uint8Array<ArrayBuffer>> {
  const header = new Uint8Array(headerBytes);
  header.set(magic);
  const view = new DataView(header.buffer);
  view.setUint8(at.version, formatVersion);
  view.setUint32(at.memoryKib, cost.memoryKib);
  view.setUint32(at.passes, cost.passes);
  view.setUint32(at.lanes, cost.lanes);
  const salt = crypto.getRandomValues(header.subarray(at.salt, at.iv));
  const iv = crypto.getRandomValues(header.subarray(at.iv));
  const key = await keyOf(passphrase, salt, cost, 'encrypt');
  const parameters = { name: 'AES-GCM', iv: iv.slice(), additionalData: header, tagLength: 8 * tagBytes };
  const body = new Uint8Array(await crypto.subtle.encrypt(parameters, key, content));
  const sealed = new Uint8Array(headerBytes + body.length);
  sealed.set(header);
  sealed.set(body, headerBytes);
  return sealed;
}

/**
 * Opens what {@link sealWithPassphrase} made, as slowly.
 * @throws SealRefused `later` for another format, `unreadable` when the file is cut off or asks for more work than we do
 * @throws WrongPassphrase
 */
export async function openWithPassphrase(
  sealed: Uint8Array<ArrayBuffer>,
  passphrase: string,
): Promise<Uint8Array<ArrayBuffer>> {
  if (sealed.length < headerBytes + tagBytes) throw new SealRefused('unreadable');
  const header = sealed.slice(0, headerBytes);
  const view = new DataView(header.buffer);
  if (view.getUint8(at.version) !== formatVersion) throw new SealRefused('later');
  const asked: Argon2Cost = {
    memoryKib: view.getUint32(at.memoryKib),
    passes: view.getUint32(at.passes),
    lanes: view.getUint32(at.lanes),
  };
  const isPossible = asked.lanes >= 1 && asked.passes >= 1 && asked.memoryKib >= 8 * asked.lanes;
  if (!isPossible || isBelow(argon2Ceiling, asked)) throw new SealRefused('unreadable');
  const key = await keyOf(passphrase, header.subarray(at.salt, at.iv), asked, 'decrypt');
  const parameters = { name: 'AES-GCM', iv: header.slice(at.iv), additionalData: header, tagLength: 8 * tagBytes };
  try {
    return new Uint8Array(await crypto.subtle.decrypt(parameters, key, sealed.subarray(headerBytes)));
  } catch (cause) {
    throw new WrongPassphrase('The passphrase does not open the file', { cause });
  }
}
