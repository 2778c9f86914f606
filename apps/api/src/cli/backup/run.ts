import { masterKeyPath } from '@nuances/crypto/master-key';
import type { EmbeddedLog } from '@nuances/db/embedded/log';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { ledgerPath } from '../../account/ledger.ts';
import { toUserFacingError } from '../../database/open.ts';
import { masterKeyLocation, openServer, type ServerSettings } from '../../database/server.ts';
import { createSecurityEvents } from '../../observability/security-events.ts';
import { backup, type BackupOptions } from './backup.ts';
import type { BackupCommand } from './context.ts';
import { restore, type RestoreOptions } from './restore.ts';
import { restoreUntil } from './restore-until.ts';
import type { Log } from '../../observability/log.ts';

/** Parses the arguments; null when they are neither a backup nor a restore. */
export function backupCommandOf(words: readonly string[]): BackupCommand | null {
  const [verb, file, ...more] = words;
  if (verb === 'restore' && file === '--until') {
    const until = momentOf(more[0]);
    const options = restoreOptionsOf(more.slice(1));
    return until === null || options === null ? null : restoreUntil(until, options);
  }
  if (file === undefined || file.startsWith('-')) return null;
  const path = resolve(file);
  if (verb === 'backup') {
    const options = backupOptionsOf(more);
    return options === null ? null : backup(path, options);
  }
  const options = verb === 'restore' ? restoreOptionsOf(more) : null;
  return options === null ? null : restore(path, options);
}

/** A time with its zone, such as 2026-11-20T14:05:00Z; null for anything else. */
function momentOf(text: string | undefined): Date | null {
  const isWhole = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)$/.test(text ?? '');
  const moment = new Date(text ?? '');
  return isWhole && !Number.isNaN(moment.getTime()) ? moment : null;
}

/** `--encrypt-to KEY`, or nothing; null for anything else. */
function backupOptionsOf([word, key, ...more]: readonly string[]): BackupOptions | null {
  if (word === undefined) return { recipient: null };
  const isKey = word === '--encrypt-to' && key !== undefined && !key.startsWith('-') && more.length === 0;
  return isKey ? { recipient: key } : null;
}

/** `--replace`, `--ledger FILE` and `--identity FILE`, in any order; null for anything else. */
function restoreOptionsOf(words: readonly string[]): RestoreOptions | null {
  const [word, ...rest] = words;
  if (word === undefined) return { replace: false, ledgers: [], identity: null };
  if (word === '--replace') {
    const others = restoreOptionsOf(rest);
    return others && { ...others, replace: true };
  }
  const [file, ...afterFile] = rest;
  if (file === undefined || file.startsWith('-')) return null;
  const others = restoreOptionsOf(afterFile);
  if (word === '--ledger') return others && { ...others, ledgers: [resolve(file), ...others.ledgers] };
  if (word === '--identity') return others && { ...others, identity: resolve(file) };
  return null;
}

/** Runs it on the database that the environment names. */
export async function runBackupCommand(
  command: BackupCommand,
  env: ServerSettings,
  log: EmbeddedLog,
  print: (line: string) => void,
  audit: { readonly name: 'backup' | 'restore'; readonly log: Pick<Log, 'info'> },
): Promise<boolean> {
  const keyFile = masterKeyPath(env.dataDir);
  // Unlike the start of the product: here a new key could only be the wrong one.
  if (env.masterKey === undefined && !existsSync(keyFile))
    throw new Error(`There is no master key: put the one that belongs to the data into ${keyFile}, or set MASTER_KEY.`);
  const server = await openServer(env, log, { beside: true });
  let done = false;
  try {
    const masterKeyKeptIn = masterKeyLocation(env);
    const ledgerFile = ledgerPath(env.dataDir);
    done = await command({
      url: server.url,
      masterKeys: server.masterKeys,
      masterKeyKeptIn,
      ledgerFile,
      archive: env.backups ? { folder: env.backups.folder, dataDir: env.dataDir, log } : undefined,
      print,
    });
    return done;
  } catch (error) {
    throw toUserFacingError(env, error);
  } finally {
    createSecurityEvents(server.masterKeys.current, audit.log).record('admin_command', { command: audit.name, done });
    await server.close();
  }
}
