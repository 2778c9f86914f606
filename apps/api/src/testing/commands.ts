/** Runs the operator's commands beside an app: in this process, but for the last. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { BackupContext } from '../cli/backup/context.ts';
import { backupCommandOf } from '../cli/backup/run.ts';
import { commandOf } from '../cli/commands.ts';
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

/** Starts a command as a process. `said` grows until it has ended, with its exit code. */
export function spawnCommand(words: readonly string[], env: Readonly<Record<string, string>>) {
  const main = fileURLToPath(new URL('../cli/main.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', main, ...words], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { out: '', err: '' };
  child.stdout.on('data', (chunk) => (said.out += String(chunk)));
  child.stderr.on('data', (chunk) => (said.err += String(chunk)));
  return { child, said, ended: once(child, 'close').then(([code]: unknown[]) => code) };
}
