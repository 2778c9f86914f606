/**
 * Seals an export with a passphrase: Argon2id gives the key, AES-256-GCM seals. The format is in docs/export.md;
 * `examples/open-export.ts` opens it without this code. Argon2id is JavaScript, because WebAssembly would need an
 * exception in the Content-Security-Policy.
 */
import { argon2id } from '@noble/hashes/argon2.js';
import { limits } from '@nuances/domain/limits';
import { ArchiveRefused } from '@nuances/domain/archive/refused';

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

/** What Argon2id is asked to do. */
export interface Cost {
  readonly memoryKib: number;
  readonly passes: number;
  readonly lanes: number;
}

/** The cost of a guess: 64 MiB of memory, three passes. A file names its own, so a later version may raise it. */
const defaultCost: Cost = { memoryKib: 65_536, passes: 3, lanes: 1 };

/** The passphrase does not open the file, or the file was altered. */
export class WrongPassphrase extends Error {
  override readonly name = 'WrongPassphrase';
}

/** Whether a file begins as a sealed export does. */
export function isSealed(bytes: Uint8Array): boolean {
  return magic.every((byte, index) => bytes[index] === byte);
}

async function keyOf(
  passphrase: string,
  salt: Uint8Array<ArrayBuffer>,
  { memoryKib, passes, lanes }: Cost,
  usage: KeyUsage,
): Promise<CryptoKey> {
  // One spelling: a keyboard may write é as one character or as two.
  const secret = new TextEncoder().encode(passphrase.normalize('NFC'));
  const raw = argon2id(secret, salt, { m: memoryKib, t: passes, p: lanes, dkLen: 32 });
  return crypto.subtle.importKey('raw', new Uint8Array(raw), 'AES-GCM', false, [usage]);
}

/** Seals bytes. Blocks for a second or two: call it in a worker. */
export async function sealWithPassphrase(
  content: Uint8Array<ArrayBuffer>,
  passphrase: string,
  cost = defaultCost,
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
  const key = await keyOf(passphrase, salt.slice(), cost, 'encrypt');
  const parameters = { name: 'AES-GCM', iv: iv.slice(), additionalData: header, tagLength: 8 * tagBytes };
  const body = new Uint8Array(await crypto.subtle.encrypt(parameters, key, content));
  const sealed = new Uint8Array(headerBytes + body.length);
  sealed.set(header);
  sealed.set(body, headerBytes);
  return sealed;
}

/**
 * Opens what {@link sealWithPassphrase} made, as slowly.
 * @throws ArchiveRefused `later` for another format, `unreadable` when the file is cut off or asks for more work than we do
 * @throws WrongPassphrase
 */
export async function openWithPassphrase(
  sealed: Uint8Array<ArrayBuffer>,
  passphrase: string,
): Promise<Uint8Array<ArrayBuffer>> {
  if (sealed.length < headerBytes + tagBytes) throw new ArchiveRefused('unreadable');
  const header = sealed.slice(0, headerBytes);
  const view = new DataView(header.buffer);
  if (view.getUint8(at.version) !== formatVersion) throw new ArchiveRefused('later');
  const asked: Cost = {
    memoryKib: view.getUint32(at.memoryKib),
    passes: view.getUint32(at.passes),
    lanes: view.getUint32(at.lanes),
  };
  const { seal } = limits.archive;
  // A hostile file could ask for hours and for all memory.
  const isPayable =
    asked.lanes >= 1 &&
    asked.lanes <= seal.lanesMax &&
    asked.passes >= 1 &&
    asked.passes <= seal.passesMax &&
    asked.memoryKib >= 8 * asked.lanes &&
    asked.memoryKib <= seal.memoryMaxKib;
  if (!isPayable) throw new ArchiveRefused('unreadable');
  const key = await keyOf(passphrase, header.slice(at.salt, at.iv), asked, 'decrypt');
  const parameters = { name: 'AES-GCM', iv: header.slice(at.iv), additionalData: header, tagLength: 8 * tagBytes };
  try {
    return new Uint8Array(await crypto.subtle.decrypt(parameters, key, sealed.subarray(headerBytes)));
  } catch (cause) {
    throw new WrongPassphrase('The passphrase does not open the file', { cause });
  }
}
