import { openDB, type DBSchema, type IDBPDatabase } from 'idb';

/** A finished scan that no server has acknowledged yet. */
export interface PendingScan {
  /** UUID; sending it twice stores it once. */
  readonly id: string;
  /** Account it belongs to; null while nobody was logged in. */
  readonly owner: string | null;
  readonly answers: readonly number[];
  /** Seconds. */
  readonly duration: number;
  /** ISO time at which it was finished. */
  readonly createdAt: string;
  /** Set when a send failed for another reason than silence. */
  readonly failed: boolean;
}

interface Schema extends DBSchema {
  scans: { key: string; value: PendingScan };
}

let opening: Promise<IDBPDatabase<Schema>> | undefined;

/** The device's database; rejects where the browser keeps none (some private windows). */
export function deviceDatabase(): Promise<IDBPDatabase<Schema>> {
  opening ??= openDB<Schema>('nuances', 1, {
    upgrade(database) {
      database.createObjectStore('scans', { keyPath: 'id' });
    },
    blocking(_current, _blocked, event) {
      // Another tab runs a newer version: make room for it, the next call opens again.
      if (event.target instanceof IDBDatabase) event.target.close();
      opening = undefined;
    },
    terminated() {
      opening = undefined;
    },
  }).catch((error: unknown) => {
    opening = undefined;
    throw error;
  });
  return opening;
}
