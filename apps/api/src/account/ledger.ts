/**
 * The ledger: a file with the ids of erased accounts and the decisions about others, in addition to the tables. A restore
 * on another machine has no tables with what happened since the backup; the file can be stored beside the backups. It has
 * ids of accounts, which are random, and no other data about people.
 */
import type { Database } from '@nuances/db/client';
import { erasedAccounts, ledgerEntries, type ledgerSubjects } from '@nuances/db/schema';
import { type Column, gt } from 'drizzle-orm';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { secondsFromNow } from '../database/seconds-from-now.ts';
import { ledgerMoment } from './ledger-entries.ts';
import { writeWhole } from '@nuances/db/embedded/data-location';
import { readIfThere } from '@nuances/db/embedded/read-if-there';

/** An erasure: which account, and when. */
export interface Erasure {
  readonly userId: string;
  readonly erasedAt: Date;
}

/** A decision about an account: see the table `ledger_entries`. */
export interface LedgerEntry {
  readonly userId: string;
  readonly subject: string;
  readonly value: string;
  /** ISO time in microseconds. */
  readonly at: string;
}

export interface Ledger {
  readonly erasures: readonly Erasure[];
  /** Those of one account and subject in any order: the last in time decides. */
  readonly entries: readonly LedgerEntry[];
}

const id = String.raw`[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}`;
const moment = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(?:\d{3})?Z`;
const version = String.raw`\d{4}-\d\d-\d\d`;
/** What is decided of each subject, as patterns. */
const decisions: Readonly<Record<(typeof ledgerSubjects)[number], string>> = {
  lock: '(?:un)?locked',
  role: '(?:user|admin)',
  scans: moment,
  notes: moment,
  moods: moment,
  reminder: version,
  usage: version,
  codes: '(?:on|off)',
  backup: '(?:made|used)',
  passkeys: 'removed',
  vault: String.raw`\d{1,10}`,
  slots: 'changed',
};
const decision = Object.entries(decisions)
  .map(([subject, value]) => `${subject} ${value}`)
  .join('|');
const linePattern = new RegExp(`^(${id}) (${moment})(?: (${decision}))?$`);

/** Where the product keeps its ledger. */
export function ledgerPath(dataDir: string): string {
  return join(dataDir, 'erased-accounts.log');
}

/**
 * Reads a ledger; null when there is no such file.
 * @throws Error naming the first invalid line
 */
export async function readLedger(file: string): Promise<Ledger | null> {
  const text = await readIfThere(file);
  if (text === null) return null;
  const erasures: Erasure[] = [];
  const entries: LedgerEntry[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const [, userId, at, decided] = linePattern.exec(line.trim()) ?? [];
    if (userId === undefined || at === undefined)
      throw new Error(`${file} is no ledger: line ${index + 1} is not an id, a time and a decision.`);
    const [subject, value] = decided?.split(' ') ?? [];
    if (subject === undefined || value === undefined) erasures.push({ userId, erasedAt: new Date(at) });
    else entries.push({ userId, subject, value, at });
  }
  return { erasures, entries };
}

/**
 * Makes the folder of a ledger where it is missing, and finds out whether the ledger can be written there.
 * @throws Error for the operator
 */
export async function requireWritableLedger(file: string): Promise<void> {
  const probe = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o711 });
    await readLedger(file);
    await (await open(probe, 'wx', 0o600)).close();
    await rm(probe);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(
      `The ledger of erased accounts cannot be written: ${why}. Without it, a restore elsewhere would bring erased accounts back. Make it, and the folder DATA_DIR, writable for the account that runs Nuances.`,
      { cause: error },
    );
  }
}

/**
 * Adds what is in the database and not in the file, and makes the file when there is none: without one, a restore cannot
 * know that nothing happened. An erasure is never removed, and neither is the last decision about an account, unless the
 * account is erased: a database that was replaced by an older one has fewer than the file. Replaced atomically, readable by
 * its owner only.
 * @param sinceS looks only at the last seconds; at all without it
 */
export async function updateLedger(db: Database, file: string, sinceS?: number): Promise<void> {
  const isRecent = (at: Column) => (sinceS === undefined ? undefined : gt(at, secondsFromNow(-sinceS)));
  const erased = await db
    .select()
    .from(erasedAccounts)
    .where(isRecent(erasedAccounts.erasedAt))
    .orderBy(erasedAccounts.erasedAt);
  const { userId, subject, value } = ledgerEntries;
  const decided = await db
    .select({ userId, subject, value, at: ledgerMoment(ledgerEntries.at) })
    .from(ledgerEntries)
    .where(isRecent(ledgerEntries.at))
    .orderBy(ledgerEntries.at);
  const isQuiet = sinceS !== undefined && erased.length + decided.length === 0;
  if (isQuiet && existsSync(file)) return;
  await addAll(file, { erasures: erased, entries: decided });
}

/**
 * Adds what one ledger has to another one, such as that of the backups, which outlives the data folder. Does nothing when
 * there is none.
 */
export async function addToLedger(from: string, to: string): Promise<void> {
  const found = await readLedger(from);
  if (found !== null) await addAll(to, found);
}

async function addAll(file: string, { erasures: erased, entries: decided }: Ledger): Promise<void> {
  const known = await readLedger(file);
  const erasures = new Map([...erased, ...(known?.erasures ?? [])].map((one) => [one.userId, one]));
  const entries = new Map<string, LedgerEntry>();
  for (const entry of [...(known?.entries ?? []), ...decided]) {
    const key = `${entry.userId} ${entry.subject}`;
    const last = entries.get(key);
    if (!erasures.has(entry.userId) && (last === undefined || last.at < entry.at)) entries.set(key, entry);
  }
  const lines = [
    ...[...erasures.values()].map((one) => `${one.userId} ${one.erasedAt.toISOString()}`),
    ...[...entries.values()].map((one) => `${one.userId} ${one.at} ${one.subject} ${one.value}`),
  ];
  const text = lines.toSorted((one, other) => (one.slice(37) < other.slice(37) ? -1 : 1)).join('\n');
  await writeWhole(file, text === '' ? '' : `${text}\n`, 0o600);
}
