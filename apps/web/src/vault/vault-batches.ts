import { batchesOf } from '@nuances/domain/batches';
import { mostOfVaultPart } from '@nuances/domain/restore/parts';
import { nextTask } from '../browser/next-task.ts';

/** Makes the items of rows and packs them into calls that store rows of a vault; the page goes on meanwhile. */
export const vaultBatches = <Row, Item extends object>(
  rows: readonly Row[],
  make: (row: Row) => Promise<Item | null>,
): AsyncGenerator<Item[]> => batchesOf(rows, make, mostOfVaultPart, nextTask);
