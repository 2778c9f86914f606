/**
 * The ledger of erasures: a file with the ids of erased accounts, in addition to the table. A restore on another machine
 * has no table with the erasures since the backup; the file can be stored beside the backups. An id is
 * a random UUID that no longer refers to anything.
 */
import type { Database } from '@nuances/db/client';
import { erasedAccounts } from '@nuances/db/schema';
import { gt } from 'drizzle-orm';
import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { secondsFromNow } from '../database/seconds-from-now.ts';
import { readIfThere } from '@nuances/db/embedded/read-if-there';

/** An erasure: which account, and when. */
export interface Erasure {
  readonly userId: string;
  readonly erasedAt: Date;
}

const linePattern = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}) (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)$/;

/** Where the product keeps its ledger. */
export function erasureLedgerPath(dataDir: string): string {
  return join(dataDir, 'erased-accounts.log');
}

/**
 * Reads a ledger; null when there is no such file.
 * @throws Error naming the first invalid line
 */
export async function readErasureLedger(file: string): Promise<readonly Erasure[] | null> {
  const text = await readIfThere(file);
  if (text === null) return null;
  return text
    .split('\n')
    .map((line, index) => ({ line: line.trim(), number: index + 1 }))
    .filter(({ line }) => line !== '')
    .map(({ line, number }) => {
      const [, userId, at] = linePattern.exec(line) ?? [];
      if (userId === undefined || at === undefined)
        throw new Error(`${file} is no ledger of erased accounts: line ${number} is not an id and a time.`);
      return { userId, erasedAt: new Date(at) };
    });
}

/**
 * Adds the erasures that are in the database and not in the file. Nothing is ever removed: a database that was
 * replaced by an older one has fewer than the file. Replaced atomically, readable by its owner only.
 * @param sinceS looks only at erasures of the last seconds; at all without it
 */
export async function updateErasureLedger(db: Database, file: string, sinceS?: number): Promise<void> {
  const found = await db
    .select()
    .from(erasedAccounts)
    .where(sinceS === undefined ? undefined : gt(erasedAccounts.erasedAt, secondsFromNow(-sinceS)))
    .orderBy(erasedAccounts.erasedAt);
  if (found.length === 0) return;
  const known = (await readErasureLedger(file)) ?? [];
  const ids = new Set(known.map(({ userId }) => userId));
  const added = found.filter(({ userId }) => !ids.has(userId));
  if (added.length === 0) return;
  const lines = [...known, ...added].map(({ userId, erasedAt }) => `${userId} ${erasedAt.toISOString()}\n`);
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  const handle = await open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(lines.join(''));
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, file).catch(async (error: unknown) => {
    await rm(draft, { force: true });
    throw error;
  });
}
