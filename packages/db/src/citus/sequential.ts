import type { TransactionSql } from 'postgres';

/**
 * Makes Citus work on one shard after the other for the rest of a transaction: it refuses to change a table whose shards the
 * transaction has read in parallel. Another PostgreSQL takes no notice of the setting.
 */
export async function modifyShardsSequentially(transaction: TransactionSql): Promise<void> {
  await transaction`select set_config('citus.multi_shard_modify_mode', 'sequential', true)`;
}
