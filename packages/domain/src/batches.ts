import { utf8Length } from './notes.ts';

/** How much one call may take. */
export interface BatchLimits {
  readonly items: number;
  /** Of the JSON of the items in UTF-8; the call needs some beside them. */
  readonly bytes: number;
}

/** Items that are made at once: a few milliseconds of sealing on a phone. */
const madeAtOnce = 10;

/**
 * Makes items and packs them into calls. Nothing is held longer than a call.
 * @param make the item of a row; null leaves it out
 * @param pause awaited now and then, for what else runs in the process
 */
export async function* batchesOf<Row, Item extends object>(
  rows: readonly Row[],
  make: (row: Row) => Promise<Item | null>,
  most: BatchLimits,
  pause?: () => Promise<void>,
): AsyncGenerator<Item[]> {
  let batch: Item[] = [];
  let bytes = 0;
  for (let at = 0; at < rows.length; at += madeAtOnce) {
    const made = await Promise.all(rows.slice(at, at + madeAtOnce).map((row) => make(row)));
    await pause?.();
    for (const item of made) {
      if (item === null) continue;
      const size = utf8Length(JSON.stringify(item)) + 1;
      if (batch.length === most.items || (batch.length > 0 && bytes + size > most.bytes)) {
        yield batch;
        batch = [];
        bytes = 0;
      }
      batch.push(item);
      bytes += size;
    }
  }
  if (batch.length > 0) yield batch;
}
