/**
 * Unfinished runs on this device. A member's runs are sealed with the device key, like drafts, one for each day. Without
 * a key they are in local storage, by the account, so that nobody else is shown them. A visitor's run is there too.
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

/** A visitor's run. */
const storageKey = 'quizRun';
/** Runs of a member that no key has sealed, by the ids of drafts. */
const readableKeyOf = (owner: string) => `${storageKey}/${owner}`;

const loadDrafts = () => import('../../note-store/sealed-drafts.ts');
const loadKey = () => import('../../keys/device-key.ts');

/** What a run is for: an earlier day, now (null), or now with the answers of the last scan. There is one run for each. */
export type RunSlot = LocalDay | null | 'again';

export const textOfSlot = (slot: Exclude<RunSlot, null>) => (slot === 'again' ? slot : isoDay(slot));
export const slotOfText = (text: string): RunSlot => (text === 'again' ? text : dayFromIso(text));

const prefixOf = (owner: string) => `${owner}/quiz`;
const draftIdOf = (owner: string, slot: RunSlot) => `${prefixOf(owner)}${slot === null ? '' : `/${textOfSlot(slot)}`}`;

/** A run that an earlier version kept for a member has a day. */
function visitorRun(): QuizRun {
  const kept = readJson(storage.get(storageKey));
  return isRecord(kept) && kept['day'] === undefined ? runOf(kept) : newRun;
}

function readableRuns(owner: string): ReadonlyMap<string, unknown> {
  const kept = readJson(storage.get(readableKeyOf(owner)));
  return new Map(isRecord(kept) ? Object.entries(kept) : []);
}

/**
 * @param run null removes it
 * @returns whether it outlasts the page
 */
function setReadable(owner: string, id: string, run: QuizRun | null): boolean {
  const runs = new Map(readableRuns(owner));
  if (run === null && !runs.delete(id)) return true;
  if (run !== null) runs.set(id, run);
  if (runs.size > 0) return storage.set(readableKeyOf(owner), JSON.stringify(Object.fromEntries(runs)));
  storage.remove(readableKeyOf(owner));
  return true;
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
async function sealRun(
  owner: string,
  id: string,
  run: QuizRun,
  typed: ReturnType<typeof sealAtOnce>,
): Promise<boolean> {
  const [{ putDraft }, { knownDeviceKey }] = await Promise.all([loadDrafts(), loadKey()]);
  if (!globalThis.isSecureContext) return false;
  return putDraft(() => knownDeviceKey(owner), owner, id, run, null, await typed);
}

/**
 * Stores a member's run, sealed or else readable. Never rejects.
 * @returns whether it outlasts the page
 */
async function storeRun(owner: string, id: string, run: QuizRun, typed = sealAtOnce(owner, run)): Promise<boolean> {
  const isSealed = await sealRun(owner, id, run, typed).catch(() => false);
  // Nothing of a vault is ever readable on the device, also when it was closed during the run.
  if (isSealed || hasVault(owner)) {
    if (isSealed) setReadable(owner, id, null);
    return isSealed;
  }
  const isKept = setReadable(owner, id, run);
  noteKept(id, isKept);
  return isKept;
}

async function removeRun(owner: string, id: string): Promise<void> {
  setReadable(owner, id, null);
  await (await loadDrafts()).deleteDraft(id);
}

/**
 * Stores a run on the device.
 * @returns settled once it is stored, or skipped for a later one; never rejects
 */
export async function keepRun(run: QuizRun, slot: RunSlot): Promise<void> {
  const owner = currentUserId();
  if (owner === null) {
    // Synchronous: a visitor's run needs no key. Any other is of an account whose session has just ended.
    if (slot === null) noteKept(storageKey, storage.set(storageKey, JSON.stringify(run)));
    return;
  }
  const id = draftIdOf(owner, slot);
  const typed = sealAtOnce(owner, run);
  latest.set(id, typed);
  isChanged = true;
  await inOrder(async () => {
    if (latest.get(id) === typed) await storeRun(owner, id, run, typed);
  });
}

/**
 * Deletes a run from the device; never rejects.
 * @param owner whose it is: the session may have ended since
 */
export async function dropRun(slot: RunSlot, owner = currentUserId()): Promise<void> {
  if (slot === null && owner === currentUserId()) {
    storage.remove(storageKey);
    noteKept(storageKey, true);
  }
  if (owner === null) return;
  const id = draftIdOf(owner, slot);
  latest.delete(id);
  if (latest.size === 0) isChanged = false;
  setReadable(owner, id, null);
  // Removes also what a write that was under way has stored.
  await inOrder(() => removeRun(owner, id)).catch(() => undefined);
}

interface StoredRun {
  readonly id: string;
  readonly slot: RunSlot;
  readonly run: QuizRun;
  readonly isReadable: boolean;
}

/** The runs of a member, the latest first, without those that the key does not decrypt. */
async function runsOf(owner: string): Promise<readonly StoredRun[]> {
  const [{ decryptDraft, placeOfDraft, storedDrafts }, { deviceKeyOf }] = await Promise.all([loadDrafts(), loadKey()]);
  const isRun = ({ id }: { readonly id: string }) =>
    placeOfDraft(id) === prefixOf(owner) || id.startsWith(`${prefixOf(owner)}/`);
  const sealed = (await storedDrafts()).filter(isRun).sort((a, b) => b.keptAt - a.keptAt);
  // A login is shown before its key has been stored: without it a sealed run would be taken for none, and written over.
  const key = sealed.length > 0 ? await deviceKeyOf(owner).catch(() => null) : null;
  const stored = [
    ...Array.from(readableRuns(owner), ([id, run]) => ({ id, isReadable: true, open: async () => run })),
    ...sealed.map((draft) => ({
      id: draft.id,
      isReadable: false,
      open: async () => key && decryptDraft(key, draft),
    })),
  ];
  const runs: StoredRun[] = [];
  for (const { id, isReadable, open } of stored) {
    const slot = slotOfText(placeOfDraft(id).slice(prefixOf(owner).length + 1));
    // The day is too long ago to finish the run.
    if (typeof slot === 'number' && !isOpenDay(slot, dayOf(Date.now()))) await removeRun(owner, id);
    else {
      const run = await open();
      if (run !== null) runs.push({ id, slot, run: runOf(run), isReadable });
    }
  }
  return runs;
}

/** Whether there is a sealed run that no key here opens: it may be another one's turn. Rejects as the database does. */
export async function isRunClosed(owner: string, slot: RunSlot): Promise<boolean> {
  const [{ decryptDraft, storedDrafts }, { knownDeviceKey }] = await Promise.all([loadDrafts(), loadKey()]);
  const [key, drafts] = await Promise.all([knownDeviceKey(owner), inOrder(storedDrafts)]);
  const draft = drafts.find(({ id }) => id === draftIdOf(owner, slot));
  return draft !== undefined && (key === null || (await decryptDraft(key, draft)) === null);
}

/** The stored run of a member; never rejects. */
export async function storedRun(owner: string, slot: RunSlot): Promise<QuizRun> {
  const runs = await inOrder(() => runsOf(owner)).catch(() => []);
  return runs.find(({ id }) => id === draftIdOf(owner, slot))?.run ?? newRun;
}

/** Lets a run wait beside another one; a sealed one as it is, because its key may not be here yet. Once more changes nothing. */
async function setAside(owner: string, id: string): Promise<void> {
  const { besideOf, putBackDraft, storedDrafts } = await loadDrafts();
  const beside = (at: number) => besideOf(id, { name: String(at), found: null });
  const readable = readableRuns(owner).get(id);
  if (readable !== undefined) setReadable(owner, beside(Date.now()), runOf(readable));
  const sealed = (await storedDrafts()).find((draft) => draft.id === id);
  if (sealed) await putBackDraft({ ...sealed, id: beside(sealed.keptAt) });
}

/** The stored run, or a new one; never rejects. A visitor's run that is under way becomes the account's. */
export async function openRun(slot: RunSlot): Promise<QuizRun> {
  const owner = currentUserId();
  const begun = () => (slot === null ? visitorRun() : newRun);
  if (owner === null) return begun();
  const id = draftIdOf(owner, slot);
  return inOrder(async () => {
    const runs = await runsOf(owner);
    const own = runs.find((one) => one.id === id) ?? runs.find((one) => one.slot === slot);
    const visitors = begun();
    if (isStarted(visitors)) {
      // The account's own waits until this one has ended.
      if (own?.id !== id || isStarted(own.run)) await setAside(owner, id);
      if (await storeRun(owner, id, visitors)) storage.remove(storageKey);
      return visitors;
    }
    if (own && (own.id !== id || own.isReadable) && (await storeRun(owner, id, own.run)) && own.id !== id)
      await removeRun(owner, own.id);
    return own?.run ?? newRun;
  }).catch(begun);
}

/**
 * Day of the unfinished run of all questions that was changed last, null for now; undefined without one. Never rejects.
 */
export async function unfinishedDay(): Promise<LocalDay | null | undefined> {
  const owner = currentUserId();
  if (isStarted(visitorRun())) return null;
  const runs = owner === null ? [] : await inOrder(() => runsOf(owner)).catch(() => []);
  for (const { slot, run } of runs) if (slot !== 'again' && isStarted(run)) return slot;
  return undefined;
}
