import { masterKeyPath } from '@nuances/crypto/master-key';
import type { EmbeddedLog } from '@nuances/db/embedded/log';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { toUserFacingError, openServer, type DatabaseSettings } from '../../database/open.ts';
import { backup } from './backup.ts';
import type { BackupCommand } from './context.ts';
import { restore } from './restore.ts';

/** The backup or restore that these words ask for; null when they ask for neither. */
export function backupCommandOf(words: readonly string[]): BackupCommand | null {
  const [verb, file, ...more] = words;
  if (file === undefined || file.startsWith('-')) return null;
  const path = resolve(file);
  if (verb === 'backup' && more.length === 0) return backup(path);
  if (verb === 'restore' && more.every((word) => word === '--replace'))
    return restore(path, { replace: more.length > 0 });
  return null;
}

/** Does it in the place that the environment names. */
export async function runBackupCommand(
  command: BackupCommand,
  env: DatabaseSettings,
  log: EmbeddedLog,
  print: (line: string) => void,
): Promise<boolean> {
  const keyFile = masterKeyPath(env.dataDir);
  // The start of the product makes a key where there is none; here that could only be the wrong one.
  if (env.masterKey === undefined && !existsSync(keyFile))
    throw new Error(`There is no master key: put the one that belongs to the data into ${keyFile}, or set MASTER_KEY.`);
  const server = await openServer(env, log, { beside: true });
  try {
    const masterKeyKeptIn = env.masterKey === undefined ? keyFile : 'the environment variable MASTER_KEY';
    return await command({ url: server.url, masterKeys: server.masterKeys, masterKeyKeptIn, print });
  } catch (error) {
    throw toUserFacingError(env, error);
  } finally {
    await server.close();
  }
}
