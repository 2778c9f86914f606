/**
 * Reads one file of a zip. Only what its directory says is believed, and only after it was compared: names that leave the
 * folder, too many entries, and more bytes than announced refuse the whole file before or while it is unpacked.
 */
import { itemAt } from '../item-at.ts';
import { limits } from '../limits.ts';
import { Inflate } from 'fflate';
import { ArchiveRefused } from './refused.ts';

/** A file in a zip, as its directory describes it. */
export interface ZipEntry {
  readonly name: string;
  readonly isDeflated: boolean;
  readonly crc: number;
  readonly packedBytes: number;
  readonly bytes: number;
  /** Offset of its local header. */
  readonly offset: number;
}

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const localSignature = 0x04034b50;
const endBytes = 22;
const entryBytes = 46;
const localBytes = 30;
/** The longest comment that may follow the end record. */
const commentMaxBytes = 0xffff;
/** What is unpacked at a time, bytes: it may grow a thousandfold before it is counted. */
const stepBytes = 16 * 1024;

/** Not strict: Windows packs a folder again with names in the code page of the machine. Only names in ASCII are looked for. */
const utf8 = new TextDecoder();

/** Whether a file begins as a zip does. */
export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04;
}

/** Offset of the record at the end, which no comment can imitate: the comment's length has to fit. */
function findEnd(view: DataView): number {
  const first = Math.max(0, view.byteLength - endBytes - commentMaxBytes);
  for (let at = view.byteLength - endBytes; at >= first; at -= 1)
    if (view.getUint32(at, true) === endSignature && at + endBytes + view.getUint16(at + 20, true) === view.byteLength)
      return at;
  throw new ArchiveRefused('unreadable');
}

/** Names that lead out of the folder, or that two systems read differently. */
function isSafe(name: string): boolean {
  return name !== '' && !/^[/\\]|^[A-Za-z]:|\\|\0/.test(name) && !name.split('/').includes('..');
}

function readEntry(view: DataView, bytes: Uint8Array, at: number): { entry: ZipEntry; next: number } {
  if (view.getUint32(at, true) !== entrySignature) throw new ArchiveRefused('unreadable');
  const method = view.getUint16(at + 10, true);
  const nameBytes = view.getUint16(at + 28, true);
  const next = at + entryBytes + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  const name = utf8.decode(bytes.subarray(at + entryBytes, at + entryBytes + nameBytes));
  const isEncrypted = (view.getUint16(at + 8, true) & 1) === 1;
  if (!isSafe(name) || isEncrypted || (method !== 0 && method !== 8)) throw new ArchiveRefused('unsafe');
  const entry = {
    name,
    isDeflated: method === 8,
    crc: view.getUint32(at + 16, true),
    packedBytes: view.getUint32(at + 20, true),
    bytes: view.getUint32(at + 24, true),
    offset: view.getUint32(at + 42, true),
  };
  return { entry, next };
}

/** Whether an entry would fill the memory out of next to nothing, as zeros do. */
const isBomb = ({ bytes, packedBytes }: ZipEntry) =>
  bytes > limits.archive.packed.fromBytes && bytes > packedBytes * limits.archive.packed.ratioMax;

/**
 * The directory of a zip.
 * @throws ArchiveRefused
 */
export function readZipDirectory(bytes: Uint8Array): readonly ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  const count = view.getUint16(end + 10, true);
  if (count > limits.archive.entries) throw new ArchiveRefused('tooLarge');
  const entries: ZipEntry[] = [];
  try {
    let at = view.getUint32(end + 16, true);
    for (let read = 0; read < count; read += 1) {
      const { entry, next } = readEntry(view, bytes, at);
      entries.push(entry);
      at = next;
    }
  } catch (cause) {
    // A RangeError: the directory leads out of the file.
    if (cause instanceof ArchiveRefused) throw cause;
    throw new ArchiveRefused('unreadable', { cause });
  }
  const total = entries.reduce((sum, entry) => sum + entry.bytes, 0);
  if (total > limits.archive.unpackedMaxBytes) throw new ArchiveRefused('tooLarge');
  if (entries.some(isBomb)) throw new ArchiveRefused('unsafe');
  return entries;
}

const crcTable = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

function crcOf(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ itemAt(crcTable, (crc ^ byte) & 0xff);
  return (crc ^ 0xffffffff) >>> 0;
}

function inflate(packed: Uint8Array, bytes: number): Uint8Array<ArrayBuffer> {
  const content = new Uint8Array(bytes);
  let filled = 0;
  const stream = new Inflate((piece) => {
    if (filled + piece.length > bytes) throw new ArchiveRefused('unsafe');
    content.set(piece, filled);
    filled += piece.length;
  });
  for (let at = 0; at < packed.length; at += stepBytes)
    stream.push(packed.subarray(at, at + stepBytes), at + stepBytes >= packed.length);
  if (filled !== bytes) throw new ArchiveRefused('unreadable');
  return content;
}

/**
 * The content of an entry.
 * @throws ArchiveRefused when it is not what the directory says
 */
export function readZipEntry(zip: Uint8Array, entry: ZipEntry): Uint8Array<ArrayBuffer> {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  try {
    if (view.getUint32(entry.offset, true) !== localSignature) throw new ArchiveRefused('unreadable');
    const begin =
      entry.offset + localBytes + view.getUint16(entry.offset + 26, true) + view.getUint16(entry.offset + 28, true);
    const packed = zip.subarray(begin, begin + entry.packedBytes);
    if (packed.length !== entry.packedBytes) throw new ArchiveRefused('unreadable');
    const content = entry.isDeflated ? inflate(packed, entry.bytes) : packed.slice();
    if (content.length !== entry.bytes || crcOf(content) !== entry.crc) throw new ArchiveRefused('unreadable');
    return content;
  } catch (cause) {
    if (cause instanceof ArchiveRefused) throw cause;
    throw new ArchiveRefused('unreadable', { cause });
  }
}

/** The file of an export that is restored; the others are for people. */
export const jsonName = 'nuances.json';

/**
 * The JSON in the zip of an export; its folder may have another name, because people pack a folder again.
 * @throws ArchiveRefused
 */
export function jsonOfZip(zip: Uint8Array): Uint8Array<ArrayBuffer> {
  const found = readZipDirectory(zip).filter(
    ({ name }) => name === jsonName || (name.endsWith(`/${jsonName}`) && !name.startsWith('__MACOSX/')),
  );
  const [entry] = found;
  if (!entry || found.length > 1) throw new ArchiveRefused('unreadable');
  return readZipEntry(zip, entry);
}
