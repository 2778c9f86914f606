/**
 * The file of Export: a zip, or a zip that is sealed with a passphrase. This is the complete format of the seal (also in
 * docs/export.md), implemented with `node:crypto` and another Argon2 than the product's.
 */
import argon2 from 'argon2';
import { createDecipheriv } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';

const magic = Buffer.from('nuances-seal');
const headerBytes = 53;
const tagBytes = 16;

/** Whether a file is sealed. */
export function isSealed(file: Buffer): boolean {
  return file.subarray(0, magic.length).equals(magic);
}

/** The zip in a sealed file; null when the passphrase does not open it. */
export async function openSealed(file: Buffer, passphrase: string): Promise<Buffer | null> {
  const header = file.subarray(0, headerBytes);
  if (header.readUInt8(12) !== 1) throw new Error('A seal of a later version');
  const key = await argon2.hash(passphrase.normalize('NFC'), {
    type: argon2.argon2id,
    raw: true,
    hashLength: 32,
    memoryCost: header.readUInt32BE(13),
    timeCost: header.readUInt32BE(17),
    parallelism: header.readUInt32BE(21),
    salt: header.subarray(25, 41),
  });
  const decipher = createDecipheriv('aes-256-gcm', key, header.subarray(41, 53), { authTagLength: tagBytes });
  decipher.setAAD(header);
  try {
    decipher.setAuthTag(file.subarray(-tagBytes));
    return Buffer.concat([decipher.update(file.subarray(headerBytes, -tagBytes)), decipher.final()]);
  } catch {
    return null;
  }
}

/** The files in a zip, by name; reads what Export writes, not every zip. */
export function filesOfZip(zip: Buffer): ReadonlyMap<string, Buffer> {
  const files = new Map<string, Buffer>();
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  let at = zip.readUInt32LE(end + 16);
  for (let count = zip.readUInt16LE(end + 10); count > 0; count -= 1) {
    const packedBytes = zip.readUInt32LE(at + 20);
    const nameBytes = zip.readUInt16LE(at + 28);
    const name = zip.toString('utf8', at + 46, at + 46 + nameBytes);
    const local = zip.readUInt32LE(at + 42);
    const begin = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const packed = zip.subarray(begin, begin + packedBytes);
    files.set(name, zip.readUInt16LE(at + 10) === 8 ? inflateRawSync(packed) : packed);
    at += 46 + nameBytes + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return files;
}
