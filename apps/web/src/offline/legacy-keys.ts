import { scoreOf } from '@nuances/domain/scoring';
import type { PendingScan } from './database.ts';

const keys = ['answers', 'scoringValue', 'quizDuration'] as const;

/** Mirrors a visitor's latest scan into the three local-storage keys of the specification. */
export function mirrorScan(scan: PendingScan): void {
  localStorage.setItem('answers', JSON.stringify(scan.answers));
  localStorage.setItem('scoringValue', String(scoreOf(scan.answers)));
  localStorage.setItem('quizDuration', String(scan.duration));
}

/** Removes the mirror once its scan is in the outbox of an account. */
export function forgetMirror(): void {
  for (const key of keys) localStorage.removeItem(key);
}
