/**
 * Where each table is on a Citus cluster (docs/decisions/0049-accounts-on-the-coordinator.md). What grows with use is
 * distributed by its person, and everything of a person is on one worker. Accounts, sessions, links, counters, queues and
 * totals are ordinary tables of the coordinator.
 */
import { getTableName } from 'drizzle-orm';
import { type ForeignKey, getTableConfig } from 'drizzle-orm/pg-core';
import { deletedNotes, moods, notes, scans, usageEvents, usageUserWeeks } from '../schema.ts';

const tables = [scans, notes, deletedNotes, moods, usageEvents, usageUserWeeks];

/** Tables that are distributed by `user_id`, a referenced one before those that refer to it. */
export const distributedTables: readonly string[] = tables.map((table) => getTableName(table));

/** A foreign key of a distributed table. */
export interface DistributedKey {
  readonly table: string;
  readonly name: string;
  /** The table that it refers to. */
  readonly to: string;
  /** As SQL, without the name. */
  readonly definition: string;
  /** Whether it leads to the same worker; a key that leads to the coordinator cannot be. */
  readonly isInside: boolean;
}

function keyOf(key: ForeignKey): DistributedKey {
  const { columns, foreignColumns, foreignTable } = key.reference();
  const names = (list: typeof columns) => list.map(({ name }) => name).join(', ');
  return {
    table: getTableName(key.table),
    name: key.getName(),
    to: getTableName(foreignTable),
    definition: `foreign key (${names(columns)}) references ${getTableName(foreignTable)} (${names(foreignColumns)})`,
    isInside: distributedTables.includes(getTableName(foreignTable)),
  };
}

/** The foreign keys of the distributed tables, as the schema has them. */
export const distributedKeys: readonly DistributedKey[] = tables.flatMap((table) =>
  getTableConfig(table).foreignKeys.map(keyOf),
);
