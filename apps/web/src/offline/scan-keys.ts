import { isRecord } from '@nuances/domain/record';
import { answersOf } from '@nuances/domain/validation';
import { scoreOf } from '@nuances/domain/scoring';
import { randomUuid } from '../browser/uuid.ts';
import { storage } from '../browser/local-storage.ts';
import type { PendingScan } from './outbox-items.ts';

const keys = ['answers', 'scoringValue', 'quizDuration'] as const;
/** A key of our own, beside the three of the specification: the id of the scan that they hold. */
const identityKey = 'scanIdentity';

interface Identity {
  readonly id: string;
  readonly createdAt: string;
}

function isIdentity(value: unknown): value is Identity {
  return isRecord(value) && typeof value['id'] === 'string' && typeof value['createdAt'] === 'string';
}

/** Id of the scan in the keys. A scan of another client gets an id that stays the same. */
function identity(): Identity {
  const stored = parsed(storage.get(identityKey));
  if (isIdentity(stored)) return stored;
  const created = { id: randomUuid(), createdAt: new Date().toISOString() };
  storage.set(identityKey, JSON.stringify(created));
  return created;
}

/** Copies a visitor's latest scan into the three local-storage keys of the specification. */
export function writeScanKeys(scan: PendingScan): void {
  storage.set('answers', JSON.stringify(scan.answers));
  storage.set('scoringValue', String(scoreOf(scan.answers)));
  storage.set('quizDuration', String(scan.duration));
  storage.set(identityKey, JSON.stringify({ id: scan.id, createdAt: scan.createdAt }));
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}

/**
 * The scan in the keys: the only copy where the browser has no database, and the format in which another client of the
 * contract stores one. Null when they hold no valid scan.
 */
export function readScanKeys(): PendingScan | null {
  const answers = answersOf(parsed(storage.get('answers')));
  if (!answers) return null;
  const duration = Number(storage.get('quizDuration'));
  return {
    ...identity(),
    kind: 'scan',
    owner: null,
    answers,
    duration: Number.isFinite(duration) && duration >= 0 ? duration : 0,
    refusal: null,
  };
}

/** Removes the keys once their scan is in the outbox of an account. */
export function clearScanKeys(): void {
  for (const key of [...keys, identityKey]) storage.remove(key);
}
