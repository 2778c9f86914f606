/**
 * Unfinished runs on this device. A member's are sealed with their note key, like drafts, one for each day; without a key here, and
 * for a visitor, the run of local storage stands in.
 */
import { dayFromIso, dayOf, isOpenDay, isoDay, type LocalDay } from '@nuances/domain/local-day';
import { isRecord } from '@nuances/domain/record';
import { storage } from '../../browser/local-storage.ts';
import { currentSession } from '../../session/session-store.ts';
import { isStarted, newRun, runOf, type QuizRun } from './quiz-run.ts';

const storageKey = 'quizRun';

const loadDrafts = () => import('../../note-store/sealed-drafts.ts');
const loadKey = () => import('../../note-store/note-key.ts');

const prefixOf = (owner: string) => `${owner}/quiz`;
const draftIdOf = (owner: string, day: LocalDay | null) => `${prefixOf(owner)}${day === null ? '' : `/${isoDay(day)}`}`;

/** Owner of the draft that was last read or written; it goes with its run, also when the session has ended meanwhile. */
let lastOwner: string | null = null;

function memberId(): string | null {
  const session = currentSession();
  if (session.status !== 'in') return null;
  lastOwner = session.userId;
  return session.userId;
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

/** One change after another: a run that was finished never comes back. */
let lastChange: Promise<unknown> = Promise.resolve();

function inOrder<T>(change: () => Promise<T>): Promise<T> {
  const done = lastChange.then(change);
  lastChange = done.catch(() => undefined);
  return done;
}

/** @returns whether the run is on the device, sealed */
async function sealRun(owner: string, run: QuizRun, day: LocalDay | null): Promise<boolean> {
  const [{ putDraft }, { canEncrypt, knownNoteKey }] = await Promise.all([loadDrafts(), loadKey()]);
  const key = canEncrypt() ? await knownNoteKey(owner) : null;
  return key !== null && (await putDraft(key, owner, draftIdOf(owner, day), run));
}

/**
 * Keeps a run on the device, for the day that it is for; null is now.
 * @returns settled once it is kept; never rejects
 */
export function keepRun(run: QuizRun, day: LocalDay | null): Promise<void> {
  const owner = memberId();
  if (owner === null) {
    // At once: nothing has to be waited for.
    writeClearText(run, day);
    return Promise.resolve();
  }
  return inOrder(async () => {
    if (!(await sealRun(owner, run, day).catch(() => false))) writeClearText(run, day);
    // A run that was begun without a session, or without a key, is in the sealed one now.
    else if (readClearText().day === day) storage.remove(storageKey);
  });
}

/** Takes the run of a day off the device; never rejects. */
export function dropRun(day: LocalDay | null): Promise<void> {
  const owner = memberId() ?? lastOwner;
  if (readClearText().day === day) storage.remove(storageKey);
  if (owner === null) return Promise.resolve();
  return inOrder(async () => {
    // What was being written when this was asked for.
    if (readClearText().day === day) storage.remove(storageKey);
    const { deleteDraft } = await loadDrafts();
    await deleteDraft(draftIdOf(owner, day));
  }).catch(() => undefined);
}

/** The sealed runs of a member by the day they are for; those that the key does not open are left out. */
async function sealedRuns(owner: string): Promise<ReadonlyMap<LocalDay | null, QuizRun>> {
  const [{ decryptDraft, deleteDraft, storedDrafts }, { knownNoteKey }] = await Promise.all([loadDrafts(), loadKey()]);
  const key = await knownNoteKey(owner);
  const runs = new Map<LocalDay | null, QuizRun>();
  const drafts = (await storedDrafts())
    .filter(({ id }) => id === prefixOf(owner) || id.startsWith(`${prefixOf(owner)}/`))
    .sort((a, b) => b.keptAt - a.keptAt);
  for (const draft of drafts) {
    const day = dayFromIso(draft.id.slice(prefixOf(owner).length + 1));
    // Nobody can finish it any more.
    if (day !== null && !isOpenDay(day, dayOf(Date.now()))) await deleteDraft(draft.id);
    else if (key) runs.set(day, runOf(await decryptDraft(key, draft)));
  }
  return runs;
}

/** The run that is kept for a day, or a new one; never rejects. */
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

/** The day of the run that was last worked on and not finished, null for now; undefined without one. Never rejects. */
export async function unfinishedDay(): Promise<LocalDay | null | undefined> {
  const begun = readClearText();
  const owner = memberId();
  if (isStarted(begun.run) || owner === null) return isStarted(begun.run) ? begun.day : undefined;
  const runs = await inOrder(() => sealedRuns(owner)).catch(() => null);
  return [...(runs ?? [])].find(([, run]) => isStarted(run))?.[0];
}
