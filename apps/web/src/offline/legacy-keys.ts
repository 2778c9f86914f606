import { answersOf } from '@nuances/domain/validation';
import { scoreOf } from '@nuances/domain/scoring';
import { randomUuid } from '../browser/uuid.ts';
import { storage } from '../browser/local-storage.ts';
import type { PendingScan } from './outbox-items.ts';

const keys = ['answers', 'scoringValue', 'quizDuration'] as const;
/** Ours, beside the three of the specification: which scan they mirror. */
const identityKey = 'scanIdentity';

interface Identity {
  readonly id: string;
  readonly createdAt: string;
}

function isIdentity(value: unknown): value is Identity {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    typeof value.id === 'string' &&
    'createdAt' in value &&
    typeof value.createdAt === 'string'
  );
}

/** Which scan the keys mirror; a scan that another client left is given a name that stays. */
function identity(): Identity {
  const kept = parsed(storage.get(identityKey));
  if (isIdentity(kept)) return kept;
  const named = { id: randomUuid(), createdAt: new Date().toISOString() };
  storage.set(identityKey, JSON.stringify(named));
  return named;
}

/** Mirrors a visitor's latest scan into the three local-storage keys of the specification. */
export function mirrorScan(scan: PendingScan): void {
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
 * The scan that the keys hold: the only copy where the browser has no database, and the way in which
 * another client of the contract leaves one. Null when they hold no sound scan.
 */
export function mirroredScan(): PendingScan | null {
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

/** Removes the mirror once its scan is in the outbox of an account. */
export function clearMirror(): void {
  for (const key of [...keys, identityKey]) storage.remove(key);
}
