/**
 * The form of a backup: gzip over lines of text, encrypted or not, written and read from the first to the last, so that
 * its size does not matter. The first line, JSON, describes the backup; then come the tables, each a line
 * of JSON, the rows as PostgreSQL's COPY writes them, and a line `\.`; a last line of JSON counts.
 */
import type { CopiedColumns } from '@nuances/db/postgres/patches/copy';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import * as z from 'zod';
import { ageHeader, decrypt } from './encryption.ts';

/** The one that is written. The first one, which had no checksum of the whole text, is still read. */
export const formatOfBackups = 'nuances-backup-2';

const headSchema = z.object({
  format: z.enum(['nuances-backup-1', 'nuances-backup-2']),
  /** Of the product that made it. */
  version: z.string(),
  /** ISO time. */
  createdAt: z.string(),
  /** State of the schema. */
  migrations: z.array(z.int()),
  /** Fingerprints of the master keys that its seals need; the keys themselves are in no backup. */
  masterKeys: z.array(z.string()),
  /** Where the key was when the backup was made, for a person. */
  masterKeyKeptIn: z.string(),
});

const tableSchema = z.object({ table: z.string(), columns: z.array(z.string()) });

const countSchema = z.object({ table: z.string(), rows: z.int(), sha256: z.string() });

/** `sha256` is of the whole text before this line, the lines of the tables included. */
const tailSchema = z.object({ tables: z.array(countSchema), sha256: z.string().optional() });

/** The header of a backup. */
export type BackupHead = z.infer<typeof headSchema>;
/** A table's rows, and the SHA-256 (hexadecimal) of what COPY wrote of them. */
export type TableCount = z.infer<typeof countSchema>;

/** A table as it is read or written: `rows` in pieces of any size, together whole lines. */
export interface TableRows extends CopiedColumns {
  readonly rows: AsyncIterable<Buffer>;
}

/** The file is no backup, or an incomplete one. */
class BackupBroken extends Error {
  override readonly name = 'BackupBroken';
}

const newline = 0x0a;
/** No row looks like this: COPY escapes every backslash of a value. */
const tableEnd = Buffer.from('\\.\n');

/** Counts and hashes a stream. */
function meter() {
  const hash = createHash('sha256');
  let rows = 0;
  return {
    add(piece: Buffer): void {
      hash.update(piece);
      for (let at = piece.indexOf(newline); at >= 0; at = piece.indexOf(newline, at + 1)) rows += 1;
    },
    count: (table: string): TableCount => ({ table, rows, sha256: hash.digest('hex') }),
  };
}

/**
 * The text of a backup, not compressed yet.
 * @param onDone called with the counts at the end of the stream
 */
export async function* writeBackup(
  head: BackupHead,
  tables: AsyncIterable<TableRows>,
  onDone: (counts: readonly TableCount[]) => void,
): AsyncGenerator<Buffer> {
  const whole = createHash('sha256');
  const hashed = (piece: Buffer | string): Buffer => {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
    whole.update(bytes);
    return bytes;
  };
  yield hashed(`${JSON.stringify(head)}\n`);
  const counts: TableCount[] = [];
  for await (const { table, columns, rows } of tables) {
    yield hashed(`${JSON.stringify({ table, columns })}\n`);
    const passed = meter();
    for await (const piece of rows) {
      passed.add(piece);
      yield hashed(piece);
    }
    yield hashed(tableEnd);
    counts.push(passed.count(table));
  }
  yield Buffer.from(`${JSON.stringify({ tables: counts, sha256: whole.digest('hex') })}\n`);
  onDone(counts);
}

/** Reads lines and rows from a stream of chunks. */
function scan(pieces: AsyncIterator<Buffer>) {
  let rest: Buffer = Buffer.alloc(0);
  const whole = createHash('sha256');
  /** Takes bytes from the beginning of what was read. */
  function take(length: number): Buffer {
    const taken = rest.subarray(0, length);
    rest = rest.subarray(length);
    return taken;
  }

  async function more(): Promise<void> {
    const next = await pieces.next();
    if (next.done) throw new BackupBroken('it ends too early');
    rest = Buffer.concat([rest, next.value]);
  }

  return {
    /** Of everything that was read before the last line of JSON, hexadecimal. */
    sha256: () => whole.digest('hex'),
    /** @param isLast for the line with the checksum of all lines before it */
    async json<Shape>(schema: z.ZodType<Shape>, isLast: (line: Shape) => boolean = () => false): Promise<Shape> {
      while (rest.indexOf(newline) < 0) await more();
      const end = rest.indexOf(newline);
      const line = take(end + 1);
      try {
        const read = schema.parse(JSON.parse(line.toString('utf8')));
        if (!isLast(read)) whole.update(line);
        return read;
      } catch {
        throw new BackupBroken('it says something that no backup says');
      }
    },

    /** The rows up to the end of the table; each chunk has whole lines. */
    async *rows(): AsyncGenerator<Buffer> {
      for (;;) {
        if (rest.subarray(0, tableEnd.length).equals(tableEnd)) {
          whole.update(take(tableEnd.length));
          return;
        }
        const closing = rest.indexOf('\n\\.\n');
        const end = (closing < 0 ? rest.lastIndexOf(newline) : closing) + 1;
        const piece = take(end);
        whole.update(piece);
        if (end > 0) yield piece;
        if (closing < 0) await more();
      }
    },
  };
}

const partSchema = z.union([tableSchema, tailSchema]);

/** Where a backup is, and what opens it. */
export interface BackupSource {
  readonly file: string;
  /** Identities of age, for an encrypted one. */
  readonly identities: readonly string[];
}

/** The bytes of a file as they were before they were encrypted. */
export async function* plainBytes({ file, identities }: BackupSource): AsyncGenerator<Uint8Array> {
  const reading: AsyncIterable<Buffer> = createReadStream(file);
  const chunks = reading[Symbol.asyncIterator]();
  let first: IteratorResult<Buffer> = { done: true, value: undefined };
  try {
    first = await chunks.next();
    const rest = (async function* all() {
      for (let next = first; !next.done; next = await chunks.next()) yield next.value;
    })();
    const isEncrypted = first.done !== true && first.value.subarray(0, ageHeader.length).equals(Buffer.from(ageHeader));
    yield* isEncrypted ? await decrypt(file, rest, identities) : rest;
  } finally {
    await chunks.return?.();
  }
}

/**
 * Reads a backup to its end and checks its counts and hashes.
 * @param visit.head is called once, before any table
 * @param visit.table must take all rows of a table before it resolves
 * @throws BackupBroken; the file system's error; any error of a visit; an error about the key of an encrypted one
 */
export async function readBackup(
  source: BackupSource,
  visit: { head?(head: BackupHead): void; table(table: TableRows): Promise<void> },
): Promise<readonly TableCount[]> {
  const unpacked = createGunzip();
  // The iteration rejects with errors of the file, the encryption and the compression.
  pipeline(plainBytes(source), unpacked, () => undefined);
  try {
    const text = scan(unpacked[Symbol.asyncIterator]());
    const head = await text.json(headSchema);
    visit.head?.(head);
    const counts: TableCount[] = [];
    for (;;) {
      const part = await text.json(partSchema, (line) => 'tables' in line);
      if ('tables' in part) {
        const isWhole = head.format === 'nuances-backup-1' || part.sha256 === text.sha256();
        if (!isWhole || JSON.stringify(part.tables) !== JSON.stringify(counts))
          throw new BackupBroken('its content is not what was written');
        return counts;
      }
      const passed = meter();
      const rows = async function* () {
        for await (const piece of text.rows()) {
          passed.add(piece);
          yield piece;
        }
      };
      await visit.table({ ...part, rows: rows() });
      counts.push(passed.count(part.table));
    }
  } catch (error) {
    throw asBroken(source.file, error);
  } finally {
    unpacked.destroy();
  }
}

function asBroken(file: string, error: unknown): unknown {
  const isCompression = error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
  if (!isCompression && !(error instanceof BackupBroken)) return error;
  const reason = isCompression ? 'it cannot be unpacked' : error.message;
  return new BackupBroken(`${file} is no backup of Nuances, or not a whole one: ${reason}.`, { cause: error });
}
