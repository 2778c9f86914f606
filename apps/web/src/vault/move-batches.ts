import { limits } from '@nuances/domain/limits';
import { nextTask } from '../browser/next-task.ts';

/** Bytes of a call besides its items. */
const headBytes = 4_096;
/** Rows that are sealed before the work yields to the page: a few milliseconds on a phone. */
const sealedAtOnce = 10;

/** Sizes in bytes: envelopes, ids and times are ASCII. */
const sizeOf = (item: unknown) => JSON.stringify(item).length;

/**
 * Turns rows into items, and sends them by calls of as many as the server takes. Nothing is held longer than a call.
 * @param make the item of a row; null leaves it out
 */
export async function sendInBatches<Row, Item extends object>(
  rows: readonly Row[],
  make: (row: Row) => Promise<Item | null>,
  send: (items: readonly Item[]) => Promise<void>,
): Promise<void> {
  let batch: Item[] = [];
  let bytes = headBytes;
  const flush = async () => {
    if (batch.length > 0) await send(batch);
    batch = [];
    bytes = headBytes;
  };
  for (let at = 0; at < rows.length; at += sealedAtOnce) {
    const made = await Promise.all(rows.slice(at, at + sealedAtOnce).map((row) => make(row)));
    await nextTask();
    for (const item of made.filter((one) => one !== null)) {
      const size = sizeOf(item);
      if (batch.length === limits.vault.items || bytes + size > limits.vault.bodyMaxBytes) await flush();
      batch.push(item);
      bytes += size + 1;
    }
  }
  await flush();
}
