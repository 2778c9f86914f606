import { masterKeyPath } from '@nuances/crypto/master-key';
import type { EmbeddedLog } from '@nuances/db/embedded/log';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { erasureLedgerPath } from '../../account/erasure-ledger.ts';
import { toUserFacingError, openServer, type DatabaseSettings } from '../../database/open.ts';
import { createSecurityEvents, type SecurityLog } from '../../observability/security-events.ts';
import { backup } from './backup.ts';
import type { BackupCommand } from './context.ts';
import { restore, type RestoreOptions } from './restore.ts';

/** Parses the arguments; null when they are neither a backup nor a restore. */
export function backupCommandOf(words: readonly string[]): BackupCommand | null {
  const [verb, file, ...more] = words;
  if (file === undefined || file.startsWith('-')) return null;
  const path = resolve(file);
  if (verb === 'backup' && more.length === 0) return backup(path);
  const options = verb === 'restore' ? restoreOptionsOf(more) : null;
  return options === null ? null : restore(path, options);
}

/** `--replace` and `--ledger FILE`, in any order; null for anything else. */
function restoreOptionsOf(words: readonly string[]): RestoreOptions | null {
  const [word, ...rest] = words;
  if (word === undefined) return { replace: false, ledger: null };
  const [file, ...afterFile] = rest;
  if (word === '--ledger' && (file === undefined || file.startsWith('-'))) return null;
  const others = restoreOptionsOf(word === '--ledger' ? afterFile : rest);
  if (others === null) return null;
  if (word === '--replace') return { ...others, replace: true };
  if (word === '--ledger' && file !== undefined) return { ...others, ledger: resolve(file) };
  return null;
}

/** Runs it on the database that the environment names. */
export async function runBackupCommand(
  command: BackupCommand,
  env: DatabaseSettings,
  log: EmbeddedLog,
  print: (line: string) => void,
  audit: { readonly name: 'backup' | 'restore'; readonly log: SecurityLog },
): Promise<boolean> {
  const keyFile = masterKeyPath(env.dataDir);
  // Unlike the start of the product: here a new key could only be the wrong one.
  if (env.masterKey === undefined && !existsSync(keyFile))
    throw new Error(`There is no master key: put the one that belongs to the data into ${keyFile}, or set MASTER_KEY.`);
  const server = await openServer(env, log, { beside: true });
  let done = false;
  try {
    const masterKeyKeptIn = env.masterKey === undefined ? keyFile : 'the environment variable MASTER_KEY';
    const ledgerFile = erasureLedgerPath(env.dataDir);
    done = await command({ url: server.url, masterKeys: server.masterKeys, masterKeyKeptIn, ledgerFile, print });
    return done;
  } catch (error) {
    throw toUserFacingError(env, error);
  } finally {
    createSecurityEvents(server.masterKeys.current, audit.log).record('admin_command', { command: audit.name, done });
    await server.close();
  }
}
