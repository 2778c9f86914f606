/**
 * A mark in local storage: a member's run is finished and its scan is not stored yet. Sealing the scan is asynchronous;
 * if the tab is closed meanwhile, the scan must not be lost. The answers are in the sealed run, not in the mark.
 */
import type { ScanContent } from '@nuances/domain/scan/fields';
import { isRecord, readJson } from '@nuances/domain/record';
import { storage } from '../../browser/local-storage.ts';
import { slotOfText, textOfSlot, type RunSlot } from './stored-run.ts';

const storageKey = 'nuances.finishing';

/** What the run does not hold of the scan. */
export interface FinishMark {
  readonly id: string;
  readonly owner: string;
  readonly slot: RunSlot;
  /** ISO time. */
  readonly createdAt: string;
  /** Seconds. */
  readonly duration: ScanContent['duration'];
}

/** Synchronous, because the page may be closed before the next task. */
export function markFinished({ slot, ...mark }: FinishMark): void {
  storage.set(storageKey, JSON.stringify({ ...mark, day: slot === null ? null : textOfSlot(slot) }));
}

/** Whether another tab has finished a scan of the same run since: the run is of that one now. A visitor has no mark. */
export function isOvertaken(id: string, owner: string | null, slot: RunSlot): boolean {
  const mark = readFinishMark();
  return mark !== null && mark.id !== id && mark.owner === owner && mark.slot === slot;
}

/** Removes the mark of a scan; one of another scan stays. */
export function removeFinishMark(id: string): void {
  const mark = readFinishMark();
  if (mark === null || mark.id === id) storage.remove(storageKey);
}

/** The mark of an earlier page; null without one. */
export function readFinishMark(): FinishMark | null {
  const kept = readJson(storage.get(storageKey));
  if (!isRecord(kept)) return null;
  const { id, owner, createdAt, duration } = kept;
  const slot = typeof kept['day'] === 'string' ? slotOfText(kept['day']) : null;
  if (typeof id !== 'string' || typeof owner !== 'string' || typeof createdAt !== 'string') return null;
  return duration === null || typeof duration === 'number' ? { id, owner, slot, createdAt, duration } : null;
}
