import { sealText } from '@nuances/crypto/note-envelope';
import { profileToRestore, type RestoredProfile } from '@nuances/domain/export-file';
import { limits } from '@nuances/domain/limits';
import { pagesOf } from '@nuances/domain/pages';
import { moodCount } from '@nuances/domain/moods/new-moods';
import { countOf, restoreParts } from '@nuances/domain/restore/parts';
import { usedOf, type Used } from '@nuances/domain/restore/room';
import { planRestore, type ComparedNote, type FileItems, type RestorePlan } from '@nuances/domain/restore/plan';
import { toApiError, type ApiError } from '@nuances/domain/api-error';
import { queriesOf } from '../../api/queries.tsx';
import type { RouterOutputs } from '../../api/router-outputs.ts';
import { nextTask } from '../../browser/next-task.ts';
import { createStore, type Store } from '../../browser/store.ts';
import { isOpenPart, removeMoods } from '../../moods/own-moods.ts';
import { freshNoteKeyOf } from '../../keys/note-key.ts';
import { vaultRowKeys } from '../../keys/row-sealing.ts';
import { hasVault } from '../../keys/vault-mark.ts';
import { currentNotes, refreshNotes } from '../../note-store/note-store.ts';
import { isLoggedIn, onSessionChange, requireUserId } from '../../session/session-store.ts';
import { onLock } from '../../keys/lock-listeners.ts';
import type { ReadingFile } from './choose-file.tsx';
import { newestOf, type SampleItem } from './newest-items.ts';
import { sentenceOf } from '../../i18n/sentence-of.ts';

type Added = RouterOutputs['restore']['add'];

/** What one call adds. */
interface SentPart {
  readonly scans: readonly { readonly _id: string }[];
  readonly notes: readonly { readonly _id: string }[];
  readonly moods: readonly { readonly _id: string }[];
}

/** How the parts of a plan are sealed and sent. */
interface Sending {
  readonly parts: AsyncIterable<{ readonly part: SentPart; readonly add: () => Promise<Added> }>;
  readonly saveProfile: (profile: RestoredProfile, stored: RouterOutputs['profile']['get']) => Promise<unknown>;
}

/** What would be added. */
interface AdditionWork {
  readonly plan: RestorePlan;
  /** Null when nothing of the profile is filled in. */
  readonly profile: RestoredProfile | null;
}

/** What would be added, with examples of it. */
export interface Previewed extends AdditionWork {
  /** What the account holds before. */
  readonly used: Used;
  readonly samples: readonly SampleItem[];
}

/** State of an addition, once its file has been read. It continues while other screens are open, and ends with the session. */
export type AdditionState =
  | { readonly step: 'adding'; readonly done: number; readonly total: number }
  /** `canUndo`: something was added, or may have been. */
  | ({ readonly step: 'stopped'; readonly canUndo: boolean; readonly sentence: () => string } & AdditionWork)
  /** `sentence`: why removing it did not work. */
  | {
      readonly step: 'done';
      readonly added: Added;
      readonly moods: number;
      readonly canUndo: boolean;
      readonly sentence?: () => string;
    }
  | { readonly step: 'undoing' }
  /** `profile`: fields of the profile were filled in, and stay. */
  | { readonly step: 'undone'; readonly whole: boolean; readonly profile: boolean };

const isAdditionStep = (step: string) => ['adding', 'stopped', 'done', 'undoing', 'undone'].includes(step);

/** Whether a state is one of an addition whose file has been read. */
export function isAddition(state: { readonly step: string }): state is AdditionState {
  return isAdditionStep(state.step);
}

/** What a screen can do with an addition. */
export interface AdditionActions {
  /** Adds what the plan holds. When it stops on the way, what was added stays, and going on adds nothing twice. */
  readonly addAll: (work: AdditionWork) => Promise<void>;
  /** Removes again what was added; what was changed since stays. */
  readonly undoAll: () => Promise<void>;
  /** Back to the beginning, where a file can be chosen; what was added stays. */
  readonly startOver: () => void;
}

/** The addition of a file to the account; `Reading` are the states before it. */
export interface AdditionRun<Reading> extends AdditionActions {
  readonly state: Store<Reading | ReadingFile | AdditionState>;
  /**
   * Starts over, and shows what `read` answers unless it was given up meanwhile.
   * @param first shown at once
   * @param failed what is shown when `read` rejects
   */
  readonly start: (
    first: ReadingFile,
    read: (
      owner: string,
      signal: AbortSignal,
      onShare: (done: number, total: number) => void,
    ) => Promise<Reading | ReadingFile>,
    failed: (sentence: () => string) => Reading,
  ) => Promise<void>;
}

/** How long what was added can be removed again. */
const undoMs = 10 * 60_000;

/** Ids of all stored scans, page by page: the whole list would be parsed in one long task. */
async function storedScanIds(): Promise<Set<string>> {
  const { api } = await import('../../api/client.ts');
  const ids = new Set<string>();
  for await (const page of pagesOf((part) => api.results.own.query(part))) for (const { _id } of page) ids.add(_id);
  return ids;
}

/** What the account holds now, to be compared with a file; or why the notes are not known. */
async function readStored(owner: string) {
  const { utils, restored } = queriesOf(owner);
  await restored;
  const [scans, moods] = await Promise.all([storedScanIds(), utils.moods.own.fetch(), refreshNotes()]);
  const { status, notes, failure } = currentNotes();
  if (status !== 'ready' || failure) return failure ?? toApiError(new Error('the notes are not known'));
  const stored = {
    scans,
    moods: moods.filter(isOpenPart),
    notes: new Map<string, ComparedNote | null>(notes.map((note) => [note.id, note.locked ? null : note])),
  };
  return { stored, used: usedOf(stored, { moods: moods.length, isVault: hasVault(owner) }) };
}

/** What adding scans and notes would do to an account, with the first of them; or why that is not known. */
export async function planFor(
  owner: string,
  items: FileItems,
): Promise<Pick<Previewed, 'plan' | 'used' | 'samples'> | ApiError> {
  const read = await readStored(owner);
  if ('code' in read) return read;
  // Each step takes some 20 ms with 30,000 items: as tasks of their own they do not hold up the page.
  await nextTask();
  const plan = await planRestore(items, read.stored, Date.now());
  await nextTask();
  return { plan, used: read.used, samples: newestOf(plan) };
}

/** Shows what is stored now on every screen. */
async function refresh(owner: string): Promise<void> {
  const { utils } = queriesOf(owner);
  await Promise.all([
    utils.results.invalidate().then(() => utils.results.own.prefetch()),
    utils.moods.invalidate().then(() => utils.moods.own.prefetch()),
    utils.profile.get.invalidate(),
    refreshNotes(),
  ]);
}

/** Removes what was added, in parts; returns how many were removed. */
async function removeAdded(owner: string, { scans, notes, moods }: Added): Promise<number> {
  const { api } = await import('../../api/client.ts');
  const manifests = hasVault(owner) ? await import('../../vault/manifest-store.ts') : null;
  const leaving = { scans: new Set(scans), notes: new Set(notes.map(({ _id }) => _id)), moods: new Set<string>() };
  const deletion = manifests?.sealedDeletion(owner, (kind, id) => leaving[kind].has(id));
  let removed = 0;
  const undo = async (some: Pick<Added, 'scans' | 'notes'>) => {
    const step = (manifest?: string) =>
      manifest === undefined ? api.restore.undo.mutate(some) : api.vault.undoRestore.mutate({ ...some, manifest });
    const gone = await (deletion ? deletion(step) : step());
    removed += gone.notes.length + gone.scans.length;
  };
  // Notes first: a scan with a note stays.
  for (let at = 0; at < notes.length && isLoggedIn(owner); at += limits.restorePart)
    await undo({ scans: [], notes: notes.slice(at, at + limits.restorePart) });
  for (let at = 0; at < scans.length && isLoggedIn(owner); at += limits.restorePart)
    await undo({ scans: scans.slice(at, at + limits.restorePart), notes: [] });
  // Moods last: their manifest counts all that is left.
  if (isLoggedIn(owner)) removed += await removeMoods(owner, moods);
  await refresh(owner);
  return removed;
}

/** What is stored of a part whose call was cut: the server may have added it, and its answer was lost. */
async function storedOf({ scans, notes, moods }: SentPart): Promise<Added> {
  const { api } = await import('../../api/client.ts');
  const ids = scans.length === 0 ? new Set<string>() : await storedScanIds();
  const stored = notes.length === 0 ? [] : (await api.notes.all.query()).notes;
  const parts = new Set(moods.length === 0 ? [] : (await api.moods.own.query()).map(({ _id }) => _id));
  const sent = new Set(notes.map(({ _id }) => _id));
  return {
    scans: scans.map(({ _id }) => _id).filter((id) => ids.has(id)),
    notes: stored.filter(({ _id }) => sent.has(_id)).map(({ _id, revision }) => ({ _id, revision })),
    moods: moods.map(({ _id }) => _id).filter((id) => parts.has(id)),
  };
}

/** Sending to an account without a vault. */
async function plainSending(owner: string, plan: RestorePlan): Promise<Sending> {
  const [{ api }, key] = await Promise.all([import('../../api/client.ts'), freshNoteKeyOf(owner)]);
  async function* parts() {
    for await (const part of restoreParts((text) => sealText(key, text), plan))
      yield { part, add: () => api.restore.add.mutate(part) };
  }
  return { parts: parts(), saveProfile: ({ input }) => api.profile.update.mutate(input) };
}

async function vaultSending(owner: string, plan: RestorePlan): Promise<Sending> {
  const [{ api }, keys, { vaultRestoreParts }, { putProfile }] = await Promise.all([
    import('../../api/client.ts'),
    vaultRowKeys(owner),
    import('../../vault/restore-parts.ts'),
    import('../../vault/put-profile.ts'),
  ]);
  if (keys.writes === null) return plainSending(owner, plan);
  async function* parts() {
    for await (const part of vaultRestoreParts(keys, plan)) yield { part, add: () => api.vault.restore.mutate(part) };
  }
  return { parts: parts(), saveProfile: ({ input }, stored) => putProfile(keys, stored, input) };
}

/**
 * Sends a plan in parts.
 * @param isOver whether the vault was locked, or another account has logged in
 * @param onSend called before each call
 * @returns false when it was over on the way, and nothing more was sent
 */
async function sendAll(
  owner: string,
  isOver: () => boolean,
  { plan, profile }: AdditionWork,
  onSend: (part: SentPart) => void,
  onPart: (added: Added, count: number) => void,
): Promise<boolean> {
  const { parts, saveProfile } = await (hasVault(owner) ? vaultSending : plainSending)(owner, plan);
  for await (const { part, add } of parts) {
    // Sealed with the key of this account: it must not be sent in the session of another one.
    if (isOver()) return false;
    onSend(part);
    const added = await add();
    if (isOver()) return false;
    const inPart = new Set(part.moods.map(({ _id }) => _id));
    const moods = moodCount(plan.newMoods.filter(({ _id }) => inPart.has(_id)));
    onPart(added, part.scans.length + part.notes.length + moods);
  }
  if (isOver()) return false;
  if (profile) await fillProfile(profile, saveProfile);
  return !isOver();
}

/** Fills in what is empty now: the profile may have been changed since it was compared with the file. */
async function fillProfile({ input }: RestoredProfile, save: Sending['saveProfile']): Promise<void> {
  const { api } = await import('../../api/client.ts');
  const stored = await api.profile.get.query();
  const profile = profileToRestore(input, stored);
  if (profile) await save(profile, stored);
}

const nothing = (): Added => ({ scans: [], notes: [], moods: [] });
const sizeOf = ({ scans, notes, moods }: Added) => scans.length + notes.length + moods.length;

/** Makes the run of one kind of file: each has its own progress, and its own way back. */
export function createAdditionRun<Reading extends { readonly step: string }>(idle: Reading): AdditionRun<Reading> {
  const state = createStore<Reading | ReadingFile | AdditionState>(idle);
  /** What has been added since the file was chosen, for the button that removes it again. */
  let added = nothing();
  /** Moods in the parts that were added. */
  let moods = 0;
  /** The part whose answer is missing. */
  let unanswered: SentPart | null = null;
  /** Account that all of this belongs to. */
  let runOwner: string | null = null;
  let undoTimer: ReturnType<typeof setTimeout> | undefined;
  /** Ends the reading of a file. */
  let reading: AbortController | null = null;
  /** Ends an addition, or its undoing. */
  let working: AbortController | null = null;
  /** Whether fields of the profile were filled in. */
  let filledProfile = false;

  /** Shows where the addition of an account is, unless another one is logged in by now. */
  const show = (owner: string, next: Reading | ReadingFile | AdditionState) => {
    if (isLoggedIn(owner)) state.set(next);
  };
  const count = (more: Added) => {
    added.scans.push(...more.scans);
    added.notes.push(...more.notes);
    added.moods.push(...more.moods);
    unanswered = null;
  };
  const countUnanswered = async (isOver: () => boolean) => {
    const stored = unanswered && (await storedOf(unanswered));
    if (stored && !isOver()) count(stored);
  };
  /** Begins work that a lock ends. @returns whether it is over */
  const begin = (owner: string) => {
    const { signal } = (working = new AbortController());
    return () => signal.aborted || !isLoggedIn(owner);
  };
  const startOver = () => {
    clearTimeout(undoTimer);
    reading?.abort();
    reading = null;
    working?.abort();
    working = null;
    added = nothing();
    moods = 0;
    unanswered = null;
    filledProfile = false;
    state.set(idle);
  };
  onSessionChange(() => {
    if (!isLoggedIn(runOwner)) startOver();
  });
  onLock({ drop: startOver });

  return {
    state,
    startOver,

    async start(first, read, failed) {
      const owner = requireUserId();
      runOwner = owner;
      startOver();
      const control = new AbortController();
      reading = control;
      show(owner, first);
      const onShare = (done: number, total: number) => {
        if (!control.signal.aborted) show(owner, { step: 'reading', share: total === 0 ? 0 : done / total });
      };
      let next: Reading | ReadingFile;
      try {
        next = await read(owner, control.signal, onShare);
      } catch (error) {
        next = failed(sentenceOf(toApiError(error)));
      }
      if (!control.signal.aborted) show(owner, next);
    },

    async addAll({ plan, profile }) {
      const owner = requireUserId();
      runOwner = owner;
      const isOver = begin(owner);
      const work = { plan, profile };
      const total = countOf(plan);
      let done = 0;
      show(owner, { step: 'adding', done, total });
      try {
        await countUnanswered(isOver);
        const onSend = (part: SentPart) => void (unanswered = part);
        const isSent = await sendAll(owner, isOver, work, onSend, (more, items) => {
          count(more);
          done += items;
          show(owner, { step: 'adding', done, total });
        });
        if (!isSent) return;
        if (profile) filledProfile = true;
        await refresh(owner);
      } catch (error) {
        if (isOver()) return;
        const canUndo = unanswered !== null || sizeOf(added) > 0;
        show(owner, { step: 'stopped', ...work, canUndo, sentence: sentenceOf(toApiError(error)) });
        return;
      }
      if (isOver()) return;
      const of = new Set(added.moods);
      moods = moodCount(plan.newMoods.filter(({ _id }) => of.has(_id)));
      show(owner, { step: 'done', added, moods, canUndo: true });
      clearTimeout(undoTimer);
      undoTimer = setTimeout(() => show(owner, { step: 'done', added, moods, canUndo: false }), undoMs);
    },

    async undoAll() {
      const owner = requireUserId();
      const isOver = begin(owner);
      const before = state.get();
      clearTimeout(undoTimer);
      show(owner, { step: 'undoing' });
      let removed: number;
      try {
        await countUnanswered(isOver);
        removed = await removeAdded(owner, added);
      } catch (error) {
        if (isOver()) return;
        const sentence = sentenceOf(toApiError(error));
        show(
          owner,
          before.step === 'stopped' && isAddition(before)
            ? { ...before, sentence }
            : { step: 'done', added, moods, canUndo: true, sentence },
        );
        return;
      }
      if (isOver()) return;
      const count = sizeOf(added);
      added = nothing();
      show(owner, { step: 'undone', whole: removed === count, profile: filledProfile });
    },
  };
}
