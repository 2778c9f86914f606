import { answersSchema } from '@nuances/domain/validation';
import { scoreOf } from '@nuances/domain/scoring';
import * as z from 'zod/mini';
import { randomId } from '../random-id.ts';
import { storage } from '../storage.ts';
import type { PendingScan } from './database.ts';

const keys = ['answers', 'scoringValue', 'quizDuration'] as const;
/** Ours, beside the three of the specification: which scan they mirror. */
const identityKey = 'scanIdentity';

const identitySchema = z.object({ id: z.string(), createdAt: z.string() });

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
  const answers = z.safeParse(answersSchema, parsed(storage.get('answers')));
  if (!answers.success) return null;
  const duration = Number(storage.get('quizDuration'));
  let identity = z.safeParse(identitySchema, parsed(storage.get(identityKey))).data;
  if (!identity) {
    identity = { id: randomId(), createdAt: new Date().toISOString() };
    storage.set(identityKey, JSON.stringify(identity));
  }
  return {
    ...identity,
    owner: null,
    answers: answers.data,
    duration: Number.isFinite(duration) && duration >= 0 ? duration : 0,
    failed: false,
  };
}

/** Removes the mirror once its scan is in the outbox of an account. */
export function forgetMirror(): void {
  for (const key of [...keys, identityKey]) storage.remove(key);
}
