/**
 * Unfinished runs on this device. A member's runs are sealed with the device key, like drafts, one for each day. Without
 * a key, and for a visitor, the run is in local storage.
 */
import { dayFromIso, dayOf, isOpenDay, isoDay, type LocalDay } from '@nuances/domain/local-day';
import { isRecord, readJson } from '@nuances/domain/record';
import { storage } from '../../browser/local-storage.ts';
import { createSerialQueue } from '../../browser/serial-queue.ts';
import { noteKept } from '../../offline/not-kept.ts';
import { currentUserId } from '../../session/session-store.ts';
import { onLock } from '../../keys/lock-listeners.ts';
import { hasVault } from '../../keys/vault-mark.ts';
import { isStarted, newRun, runOf, type QuizRun } from './quiz-run.ts';

const storageKey = 'quizRun';

const loadDrafts = () => import('../../note-store/sealed-drafts.ts');
const loadKey = () => import('../../keys/device-key.ts');

/** What a run is for: an earlier day, now (null), or now with the answers of the last scan. There is one run for each. */
export type RunSlot = LocalDay | null | 'again';

export const textOfSlot = (slot: Exclude<RunSlot, null>) => (slot === 'again' ? slot : isoDay(slot));
export const slotOfText = (text: string): RunSlot => (text === 'again' ? text : dayFromIso(text));

const prefixOf = (owner: string) => `${owner}/quiz`;
const draftIdOf = (owner: string, slot: RunSlot) => `${prefixOf(owner)}${slot === null ? '' : `/${textOfSlot(slot)}`}`;

/**
 * Owner of the last draft that was read or written, so that its run can be deleted also after the session has ended.
 */
let lastOwner: string | null = null;

function memberId(): string | null {
  const userId = currentUserId();
  if (userId !== null) lastOwner = userId;
  return userId;
}

function readClearText(): { readonly run: QuizRun; readonly slot: RunSlot } {
  const kept = readJson(storage.get(storageKey));
  const slot = isRecord(kept) && typeof kept['day'] === 'string' ? slotOfText(kept['day']) : null;
  return { run: runOf(kept), slot };
}

function clearTextRun(slot: RunSlot): QuizRun {
  const kept = readClearText();
  return kept.slot === slot ? kept.run : newRun;
}

function writeClearText(run: QuizRun, slot: RunSlot, id = storageKey): void {
  noteKept(id, storage.set(storageKey, JSON.stringify(slot === null ? run : { ...run, day: textOfSlot(slot) })));
}

/** Changes run one after another, so that a finished run is never written again. */
const inOrder = createSerialQueue();

/** Sealed at once, as {@link keepRun} is called: its turn to be written may come after a lock. Never rejects. */
const sealAtOnce = (owner: string, run: QuizRun) =>
  loadDrafts().then(
    ({ sealContent }) => sealContent(owner, run),
    () => undefined,
  );

/** What seals the latest run of each draft: an earlier one that still waits to be written is skipped. */
const latest = new Map<string, ReturnType<typeof sealAtOnce>>();
/** Whether a run was changed since the last lock. */
let isChanged = false;

onLock({
  seal: async () => {
    await inOrder(async () => undefined);
    return isChanged;
  },
  drop: () => {
    isChanged = false;
  },
});

/** @returns whether the sealed run is stored on the device */
async function storeRun(
  owner: string,
  run: QuizRun,
  slot: RunSlot,
  typed: ReturnType<typeof sealAtOnce>,
): Promise<boolean> {
  const [{ putDraft }, { knownDeviceKey }] = await Promise.all([loadDrafts(), loadKey()]);
  if (!globalThis.isSecureContext) return false;
  return putDraft(() => knownDeviceKey(owner), owner, draftIdOf(owner, slot), run, null, await typed);
}

/**
 * Stores a run on the device.
 * @returns settled once it is stored, or skipped for a later one; never rejects
 */
export function keepRun(run: QuizRun, slot: RunSlot): Promise<void> {
  const owner = memberId();
  if (owner === null) {
    // Synchronous: a visitor's run needs no key.
    writeClearText(run, slot);
    return Promise.resolve();
  }
  const id = draftIdOf(owner, slot);
  const typed = sealAtOnce(owner, run);
  latest.set(id, typed);
  isChanged = true;
  return inOrder(async () => {
    if (latest.get(id) !== typed) return;
    const isSealed = await storeRun(owner, run, slot, typed).catch(() => false);
    // Nothing of a vault is ever readable on the device, also when it was closed during the run.
    if (!isSealed && !hasVault(owner)) writeClearText(run, slot, id);
    // A run that was started without a session or key is in the sealed one now.
    if (isSealed && readClearText().slot === slot) storage.remove(storageKey);
  });
}

/** Deletes a run from the device; never rejects. */
export function dropRun(slot: RunSlot): Promise<void> {
  const owner = memberId() ?? lastOwner;
  if (readClearText().slot === slot) storage.remove(storageKey);
  noteKept(storageKey, true);
  if (owner === null) return Promise.resolve();
  latest.delete(draftIdOf(owner, slot));
  if (latest.size === 0) isChanged = false;
  return inOrder(async () => {
    // Removes also what a write that was under way has stored.
    if (readClearText().slot === slot) storage.remove(storageKey);
    const { deleteDraft } = await loadDrafts();
    await deleteDraft(draftIdOf(owner, slot));
  }).catch(() => undefined);
}

/** The sealed runs of a member, without those that the key does not decrypt. */
async function sealedRuns(owner: string): Promise<ReadonlyMap<RunSlot, QuizRun>> {
  const [{ decryptDraft, deleteDraft, storedDrafts }, { knownDeviceKey }] = await Promise.all([
    loadDrafts(),
    loadKey(),
  ]);
  const key = await knownDeviceKey(owner);
  const runs = new Map<RunSlot, QuizRun>();
  const drafts = (await storedDrafts())
    .filter(({ id }) => id === prefixOf(owner) || id.startsWith(`${prefixOf(owner)}/`))
    .sort((a, b) => b.keptAt - a.keptAt);
  for (const draft of drafts) {
    const slot = slotOfText(draft.id.slice(prefixOf(owner).length + 1));
    // The day is too long ago to finish the run.
    if (typeof slot === 'number' && !isOpenDay(slot, dayOf(Date.now()))) await deleteDraft(draft.id);
    else if (key) runs.set(slot, runOf(await decryptDraft(key, draft)));
  }
  return runs;
}

/** Whether there is a sealed run that no key here opens: it may be another one's turn. Rejects as the database does. */
export async function isRunClosed(slot: RunSlot): Promise<boolean> {
  const owner = memberId();
  const [{ decryptDraft, storedDrafts }, { knownDeviceKey }] = await Promise.all([loadDrafts(), loadKey()]);
  if (owner === null) return false;
  const [key, drafts] = await Promise.all([knownDeviceKey(owner), inOrder(storedDrafts)]);
  const draft = drafts.find(({ id }) => id === draftIdOf(owner, slot));
  return draft !== undefined && (key === null || (await decryptDraft(key, draft)) === null);
}

/** The stored run, or a new one; never rejects. */
export async function openRun(slot: RunSlot): Promise<QuizRun> {
  const begun = clearTextRun(slot);
  const owner = memberId();
  if (owner === null) {
    // A visitor's run of their own: its end must not delete one of the account that was logged in here before.
    if (!isStarted(begun)) lastOwner = null;
    return begun;
  }
  if (isStarted(begun)) {
    await keepRun(begun, slot);
    return begun;
  }
  const runs = await inOrder(() => sealedRuns(owner)).catch(() => null);
  return runs?.get(slot) ?? begun;
}

/**
 * Day of the unfinished run of all questions that was changed last, null for now; undefined without one. Never rejects.
 */
export async function unfinishedDay(): Promise<LocalDay | null | undefined> {
  const begun = readClearText();
  const owner = memberId();
  if (begun.slot !== 'again' && isStarted(begun.run)) return begun.slot;
  const runs = owner === null ? null : await inOrder(() => sealedRuns(owner)).catch(() => null);
  for (const [slot, run] of runs ?? []) if (slot !== 'again' && isStarted(run)) return slot;
  return undefined;
}
