/**
 * The form of a backup: gzip over lines of text, written and read from the first to the last, so that
 * its size does not matter. A line of JSON says what the backup is; then come the tables, each a line
 * of JSON, the rows as PostgreSQL's COPY writes them, and a line `\.`; a last line of JSON counts.
 */
import type { CopiedColumns } from '@nuances/db/postgres/patches/copy';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import * as z from 'zod';

const headSchema = z.object({
  format: z.literal('nuances-backup-1'),
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

const tailSchema = z.object({ tables: z.array(countSchema) });

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
): AsyncGenerator<Buffer | string> {
  yield `${JSON.stringify(head)}\n`;
  const counts: TableCount[] = [];
  for await (const { table, columns, rows } of tables) {
    yield `${JSON.stringify({ table, columns })}\n`;
    const passed = meter();
    for await (const piece of rows) {
      passed.add(piece);
      yield piece;
    }
    yield tableEnd;
    counts.push(passed.count(table));
  }
  yield `${JSON.stringify({ tables: counts })}\n`;
  onDone(counts);
}

/** Reads lines and rows from a stream of chunks. */
function scan(pieces: AsyncIterator<Buffer>) {
  let rest: Buffer = Buffer.alloc(0);

  async function more(): Promise<void> {
    const next = await pieces.next();
    if (next.done) throw new BackupBroken('it ends too early');
    rest = Buffer.concat([rest, next.value]);
  }

  return {
    async json<Shape>(schema: z.ZodType<Shape>): Promise<Shape> {
      while (rest.indexOf(newline) < 0) await more();
      const end = rest.indexOf(newline);
      const line = rest.toString('utf8', 0, end);
      rest = rest.subarray(end + 1);
      try {
        return schema.parse(JSON.parse(line));
      } catch {
        throw new BackupBroken('it says something that no backup says');
      }
    },

    /** The rows up to the end of the table; each chunk has whole lines. */
    async *rows(): AsyncGenerator<Buffer> {
      for (;;) {
        if (rest.subarray(0, tableEnd.length).equals(tableEnd)) {
          rest = rest.subarray(tableEnd.length);
          return;
        }
        const closing = rest.indexOf('\n\\.\n');
        const end = (closing < 0 ? rest.lastIndexOf(newline) : closing) + 1;
        const piece = rest.subarray(0, end);
        rest = rest.subarray(end);
        if (end > 0) yield piece;
        if (closing < 0) await more();
      }
    },
  };
}

const partSchema = z.union([tableSchema, tailSchema]);

/**
 * Reads a backup to its end and checks its counts and hashes.
 * @param visit.head is called once, before any table
 * @param visit.table must take all rows of a table before it resolves
 * @throws BackupBroken; the file system's error; any error of a visit
 */
export async function readBackup(
  file: string,
  visit: { head?(head: BackupHead): void; table(table: TableRows): Promise<void> },
): Promise<readonly TableCount[]> {
  const unpacked = createGunzip();
  // The iteration rejects with errors of the file and of the compression.
  pipeline(createReadStream(file), unpacked, () => undefined);
  try {
    const text = scan(unpacked[Symbol.asyncIterator]());
    const head = await text.json(headSchema);
    visit.head?.(head);
    const counts: TableCount[] = [];
    for (;;) {
      const part = await text.json(partSchema);
      if ('tables' in part) {
        if (JSON.stringify(part.tables) !== JSON.stringify(counts))
          throw new BackupBroken('its rows are not those that were written');
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
    throw asBroken(file, error);
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
