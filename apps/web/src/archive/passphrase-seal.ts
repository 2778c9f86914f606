/** The seal of exports with Argon2id in JavaScript: WebAssembly would need an exception in the Content-Security-Policy. */
import { argon2id } from '@noble/hashes/argon2.js';
import {
  type Cost,
  openWithPassphrase,
  sealWithPassphrase,
  SealRefused,
  type Stretch,
} from '@nuances/crypto/passphrase-seal';
import { ArchiveRefused } from '@nuances/domain/archive/refused';
import { limits } from '@nuances/domain/limits';

const stretch: Stretch = (secret, salt, { memoryKib, passes, lanes }) =>
  argon2id(secret, salt, { m: memoryKib, t: passes, p: lanes, dkLen: 32 });

/** Seals a file. Blocks for a second or two: call it in a worker. */
export function sealFile(content: Uint8Array<ArrayBuffer>, passphrase: string, cost?: Cost) {
  return sealWithPassphrase(stretch, content, passphrase, cost);
}

/** Opens a sealed file, as slowly. @throws ArchiveRefused, WrongPassphrase */
export async function openFile(sealed: Uint8Array<ArrayBuffer>, passphrase: string) {
  try {
    return await openWithPassphrase(stretch, sealed, passphrase, limits.archive.seal);
  } catch (error) {
    throw error instanceof SealRefused ? new ArchiveRefused(error.reason) : error;
  }
}
