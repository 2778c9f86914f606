/**
 * Unfinished runs on this device. A member's runs are sealed with the note key, like drafts, one for each day. Without
 * a key, and for a visitor, the run is in local storage.
 */
import { dayFromIso, dayOf, isOpenDay, isoDay, type LocalDay } from '@nuances/domain/local-day';
import { isRecord } from '@nuances/domain/record';
import { storage } from '../../browser/local-storage.ts';
import { currentUserId } from '../../session/session-store.ts';
import { isStarted, newRun, runOf, type QuizRun } from './quiz-run.ts';

const storageKey = 'quizRun';

const loadDrafts = () => import('../../note-store/sealed-drafts.ts');
const loadKey = () => import('../../note-store/note-key.ts');

const prefixOf = (owner: string) => `${owner}/quiz`;
const draftIdOf = (owner: string, day: LocalDay | null) => `${prefixOf(owner)}${day === null ? '' : `/${isoDay(day)}`}`;

/**
 * Owner of the last draft that was read or written, so that its run can be deleted also after the session has ended.
 */
let lastOwner: string | null = null;

function memberId(): string | null {
  const userId = currentUserId();
  if (userId !== null) lastOwner = userId;
  return userId;
}

function readClearText(): { readonly run: QuizRun; readonly day: LocalDay | null } {
  try {
    const kept: unknown = JSON.parse(storage.get(storageKey) ?? 'null');
    const day = isRecord(kept) && typeof kept['day'] === 'string' ? dayFromIso(kept['day']) : null;
    return { run: runOf(kept), day };
  } catch {
    return { run: newRun, day: null };
  }
}

function clearTextRun(day: LocalDay | null): QuizRun {
  const kept = readClearText();
  return kept.day === day ? kept.run : newRun;
}

function writeClearText(run: QuizRun, day: LocalDay | null): void {
  storage.set(storageKey, JSON.stringify(day === null ? run : { ...run, day: isoDay(day) }));
}

/** Changes run one after another, so that a finished run is never written again. */
let lastChange: Promise<unknown> = Promise.resolve();

function inOrder<T>(change: () => Promise<T>): Promise<T> {
  const done = lastChange.then(change);
  lastChange = done.catch(() => undefined);
  return done;
}

/** The latest run of each draft: an earlier one that still waits to be written is skipped. */
const latest = new Map<string, QuizRun>();

/** @returns whether the sealed run is stored on the device */
async function sealRun(owner: string, run: QuizRun, day: LocalDay | null): Promise<boolean> {
  const [{ putDraft }, { canEncrypt, knownNoteKey }] = await Promise.all([loadDrafts(), loadKey()]);
  const key = canEncrypt() ? await knownNoteKey(owner) : null;
  return key !== null && (await putDraft(key, owner, draftIdOf(owner, day), run));
}

/**
 * Stores a run on the device, for its day; null is now.
 * @returns settled once it is stored, or skipped for a later one; never rejects
 */
export function keepRun(run: QuizRun, day: LocalDay | null): Promise<void> {
  const owner = memberId();
  if (owner === null) {
    // Synchronous: a visitor's run needs no key.
    writeClearText(run, day);
    return Promise.resolve();
  }
  const id = draftIdOf(owner, day);
  latest.set(id, run);
  return inOrder(async () => {
    if (latest.get(id) !== run) return;
    if (!(await sealRun(owner, run, day).catch(() => false))) writeClearText(run, day);
    // A run that was started without a session or key is in the sealed one now.
    else if (readClearText().day === day) storage.remove(storageKey);
  });
}

/** Deletes the run of a day from the device; never rejects. */
export function dropRun(day: LocalDay | null): Promise<void> {
  const owner = memberId() ?? lastOwner;
  if (readClearText().day === day) storage.remove(storageKey);
  if (owner === null) return Promise.resolve();
  return inOrder(async () => {
    // Removes also what a write that was under way has stored.
    if (readClearText().day === day) storage.remove(storageKey);
    const { deleteDraft } = await loadDrafts();
    await deleteDraft(draftIdOf(owner, day));
  }).catch(() => undefined);
}

/** The sealed runs of a member by day, without those that the key does not decrypt. */
async function sealedRuns(owner: string): Promise<ReadonlyMap<LocalDay | null, QuizRun>> {
  const [{ decryptDraft, deleteDraft, storedDrafts }, { knownNoteKey }] = await Promise.all([loadDrafts(), loadKey()]);
  const key = await knownNoteKey(owner);
  const runs = new Map<LocalDay | null, QuizRun>();
  const drafts = (await storedDrafts())
    .filter(({ id }) => id === prefixOf(owner) || id.startsWith(`${prefixOf(owner)}/`))
    .sort((a, b) => b.keptAt - a.keptAt);
  for (const draft of drafts) {
    const day = dayFromIso(draft.id.slice(prefixOf(owner).length + 1));
    // The day is too long ago to finish the run.
    if (day !== null && !isOpenDay(day, dayOf(Date.now()))) await deleteDraft(draft.id);
    else if (key) runs.set(day, runOf(await decryptDraft(key, draft)));
  }
  return runs;
}

/** The stored run of a day, or a new one; never rejects. */
export async function openRun(day: LocalDay | null): Promise<QuizRun> {
  const begun = clearTextRun(day);
  const owner = memberId();
  if (owner === null) return begun;
  if (isStarted(begun)) {
    await keepRun(begun, day);
    return begun;
  }
  const runs = await inOrder(() => sealedRuns(owner)).catch(() => null);
  return runs?.get(day) ?? begun;
}

/** Day of the unfinished run that was changed last, null for now; undefined without one. Never rejects. */
export async function unfinishedDay(): Promise<LocalDay | null | undefined> {
  const begun = readClearText();
  const owner = memberId();
  if (isStarted(begun.run) || owner === null) return isStarted(begun.run) ? begun.day : undefined;
  const runs = await inOrder(() => sealedRuns(owner)).catch(() => null);
  return [...(runs ?? [])].find(([, run]) => isStarted(run))?.[0];
}
