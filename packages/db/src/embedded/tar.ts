/** The form of tar (ustar), as far as base backups need it: files and folders, without links, owners or times. */
import { chmod, chown, mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Account } from './account.ts';

const blockBytes = 512;
/** A name in one block; those of PostgreSQL's files are far shorter. */
const nameMaxBytes = 100;
const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`;

/** The block before an entry. */
function headerOf(name: string, size: number): Buffer {
  if (Buffer.byteLength(name) > nameMaxBytes) throw new Error(`${name} is too long a name for a base backup`);
  const isFolder = name.endsWith('/');
  const block = Buffer.alloc(blockBytes);
  block.write(name, 0);
  block.write(octal(isFolder ? 0o700 : 0o600, 7), 100);
  block.write(octal(0, 7), 108);
  block.write(octal(0, 7), 116);
  block.write(octal(size, 11), 124);
  block.write(octal(0, 11), 136);
  block.write('        ', 148);
  block.write(isFolder ? '5' : '0', 156);
  block.write('ustar\x0000', 257);
  // The checksum is counted with spaces in its own place.
  block.write(`${octal(checksumOf(block), 6)} `, 148);
  return block;
}

function checksumOf(block: Buffer): number {
  let sum = 0;
  for (const [index, byte] of block.entries()) sum += index >= 148 && index < 156 ? 0x20 : byte;
  return sum;
}

const padding = (size: number) => Buffer.alloc((blockBytes - (size % blockBytes)) % blockBytes);

/** A folder; its name ends with a slash. */
export const tarFolder = (name: string): Buffer => headerOf(`${name}/`, 0);

/** A file that is at hand. */
export function* tarText(name: string, content: Buffer): Generator<Buffer> {
  yield headerOf(name, content.length);
  yield content;
  yield padding(content.length);
}

/**
 * A file of the disk, as long as it is when it is opened: what is appended meanwhile is left out, and what is cut off is
 * filled with zeros. PostgreSQL's log has what is missing.
 * @throws the file system's error
 */
export async function* tarFile(name: string, path: string): AsyncGenerator<Buffer> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    yield headerOf(name, size);
    let left = size;
    if (size > 0) {
      const reading: AsyncIterable<Buffer> = file.createReadStream({
        autoClose: false,
        end: size - 1,
        highWaterMark: 1 << 18,
      });
      for await (const bytes of reading) {
        left -= bytes.length;
        yield bytes;
      }
    }
    for (; left > 0; left -= Math.min(left, 1 << 18)) yield Buffer.alloc(Math.min(left, 1 << 18));
    yield padding(size);
  } finally {
    await file.close();
  }
}

/** What an archive ends with. */
export const tarEnd = Buffer.alloc(2 * blockBytes);

interface Entry {
  readonly name: string;
  readonly size: number;
  readonly isFolder: boolean;
}

/** @throws Error for anything that {@link headerOf} does not write */
function readHeader(block: Buffer): Entry {
  const textAt = (from: number, length: number) => block.toString('latin1', from, from + length).replace(/[\0 ]*$/, '');
  const written = textAt(0, nameMaxBytes);
  const [size, sum] = [Number.parseInt(textAt(124, 11), 8), Number.parseInt(textAt(148, 6), 8)];
  const name = written.replace(/\/$/, '');
  const isSafe = /^[\w.-]+(?:\/[\w.-]+)*$/.test(name) && !name.split('/').includes('..');
  if (sum !== checksumOf(block) || !isSafe || !Number.isSafeInteger(size))
    throw new Error('This base backup was changed, or is not whole');
  return { name, size, isFolder: written.endsWith('/') };
}

/** Reads pieces of a given length from a stream of chunks of any length. */
function createReader(source: AsyncIterable<Uint8Array>) {
  const chunks = source[Symbol.asyncIterator]();
  let rest: Uint8Array = new Uint8Array();
  /** At most `most` bytes, and at least one. */
  async function some(most: number): Promise<Uint8Array> {
    while (rest.length === 0) {
      const next = await chunks.next();
      if (next.done === true) throw new Error('This base backup was changed, or is not whole');
      rest = next.value;
    }
    const piece = rest.subarray(0, most);
    rest = rest.subarray(piece.length);
    return piece;
  }
  return {
    some,
    async block(): Promise<Buffer> {
      const parts: Uint8Array[] = [];
      for (let left = blockBytes; left > 0; left -= parts.at(-1)?.length ?? 0) parts.push(await some(left));
      return Buffer.concat(parts);
    },
  };
}

/**
 * Writes the content of an archive into a folder, for an account.
 * @throws Error for one that is not whole, or not ours
 */
export async function untar(source: AsyncIterable<Uint8Array>, folder: string, account: Account): Promise<void> {
  const reader = createReader(source);
  for (let block = await reader.block(); block.some((byte) => byte !== 0); block = await reader.block()) {
    const { name, size, isFolder } = readHeader(block);
    const path = join(folder, name);
    if (isFolder) {
      await mkdir(path, { recursive: true, mode: 0o700 });
      if (account !== null) await chown(path, account.uid, account.gid);
      continue;
    }
    const file = await open(path, 'wx', 0o600);
    try {
      if (account !== null) await file.chown(account.uid, account.gid);
      for (let left = size; left > 0;) {
        const piece = await reader.some(left);
        await file.write(piece);
        left -= piece.length;
      }
    } finally {
      await file.close();
    }
    for (let left = padding(size).length; left > 0;) left -= (await reader.some(left)).length;
  }
  await chmod(folder, 0o700);
}
