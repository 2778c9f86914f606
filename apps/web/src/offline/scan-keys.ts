import { isRecord, readJson } from '@nuances/domain/record';
import { readScanContent, scanContent } from '@nuances/domain/scan/fields';
import { answersOf } from '@nuances/domain/validation';
import { scoreOf } from '@nuances/domain/scan/scoring';
import { randomUuid } from '../browser/uuid.ts';
import { storage } from '../browser/local-storage.ts';
import type { PendingScan } from './outbox-items.ts';

/** A key of our own, beside the three of the specification: the id of the scan that they hold, and its other fields. */
const identityKey = 'scanIdentity';
const latestKeys = ['answers', 'scoringValue', 'quizDuration', identityKey];

/** Another one: the scans before it that only these keys have, where the browser has no database. */
const earlierKey = 'earlierScans';

interface Identity {
  readonly id: string;
  readonly createdAt: string;
}

function isIdentity(value: unknown): value is Identity & Readonly<Record<string, unknown>> {
  return isRecord(value) && typeof value['id'] === 'string' && typeof value['createdAt'] === 'string';
}

/** Id of the scan in the keys. A scan of another client gets an id that stays the same. */
function identity(): Identity {
  const stored = readJson(storage.get(identityKey));
  if (isIdentity(stored)) return stored;
  const created = { id: randomUuid(), createdAt: new Date().toISOString() };
  storage.set(identityKey, JSON.stringify(created));
  return created;
}

/** A visitor's scan with this content; null when it is none. */
function scanWith(content: Identity & Readonly<Record<string, unknown>>): PendingScan | null {
  const { id, createdAt } = content;
  const read = readScanContent(content);
  return read && { ...read, kind: 'scan', id, createdAt, owner: null, refusal: null };
}

const isScan = (scan: PendingScan | null) => scan !== null;

function earlierScans(): readonly PendingScan[] {
  const stored = readJson(storage.get(earlierKey));
  return Array.isArray(stored) ? stored.filter(isIdentity).map(scanWith).filter(isScan) : [];
}

function setEarlier(scans: readonly PendingScan[]): boolean {
  if (scans.length > 0) return storage.set(earlierKey, JSON.stringify(scans));
  storage.remove(earlierKey);
  return true;
}

/**
 * Copies a visitor's latest scan into the three local-storage keys of the specification.
 * @param isStored whether the database has it; the one before stays beside it where the database has none
 * @returns whether they outlast the page
 */
export function writeScanKeys(scan: PendingScan, isStored: boolean): boolean {
  const before = isStored ? null : readScanKeys();
  if (before && before.id !== scan.id && !setEarlier([...earlierScans(), before])) return false;
  const { answers, duration, ...others } = scanContent(scan);
  storage.set('answers', JSON.stringify(answers));
  storage.set('scoringValue', String(scoreOf(answers)));
  storage.set('quizDuration', String(duration));
  return storage.set(identityKey, JSON.stringify({ ...others, id: scan.id, createdAt: scan.createdAt }));
}

/**
 * The scan in the keys: the only copy where the browser has no database, and the format in which another client of the
 * contract stores one. Null when they hold no valid scan.
 */
export function readScanKeys(): PendingScan | null {
  const answers = answersOf(readJson(storage.get('answers')));
  if (!answers) return null;
  const seconds = Number(storage.get('quizDuration'));
  const duration = Number.isFinite(seconds) && seconds >= 0 ? seconds : 0;
  return scanWith({ ...identity(), answers, duration });
}

/** The scans of local storage, oldest first. */
export function keptScans(): readonly PendingScan[] {
  return [...earlierScans(), readScanKeys()].filter(isScan);
}

/** Removes scans from local storage that were sent or dropped. */
export function forgetScans(ids: readonly string[]): void {
  setEarlier(earlierScans().filter(({ id }) => !ids.includes(id)));
  const latest = readScanKeys();
  if (latest && ids.includes(latest.id)) latestKeys.forEach(storage.remove);
}

/** Removes the keys once their scans are in the outbox of an account. */
export function clearScanKeys(): void {
  [...latestKeys, earlierKey].forEach(storage.remove);
}
