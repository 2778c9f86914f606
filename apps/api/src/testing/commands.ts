/** Runs the operator's commands beside an app: in this process, but for the last. */
import { fileURLToPath } from 'node:url';
import type { BackupContext } from '../cli/backup/context.ts';
import { backupCommandOf } from '../cli/backup/run.ts';
import { commandOf } from '../cli/commands.ts';
import { startScript } from './script.ts';
import type { TestApp } from './test-app.ts';

/** @returns whether it did everything, which is undefined for words that are no command, and the lines that it said */
export async function runCommand(
  { db, databaseUrl: url, masterKeys: ownKeys, services: { securityEvents } }: TestApp,
  words: readonly string[],
  masterKeys = ownKeys,
) {
  const said: string[] = [];
  const print = (line: string) => said.push(line);
  return { isDone: await commandOf(words)?.({ db, url, masterKeys, securityEvents, print }), said };
}

/** As {@link runCommand}, for a backup or a restore. */
export async function runBackup(
  { databaseUrl: url, masterKeys }: TestApp,
  words: readonly string[],
  parts: Pick<BackupContext, 'ledgerFile'> & Partial<BackupContext>,
) {
  const said: string[] = [];
  const print = (line: string) => said.push(line);
  const context = { url, masterKeys, masterKeyKeptIn: '/safe/master.key', print, ...parts };
  return { isDone: await backupCommandOf(words)?.(context), said };
}

/** Starts a command as a process. */
export function spawnCommand(words: readonly string[], env: Readonly<Record<string, string>>) {
  const main = fileURLToPath(new URL('../cli/main.ts', import.meta.url));
  return startScript(['--import', 'tsx', main, ...words], { env: { PATH: process.env['PATH'], ...env } });
}
