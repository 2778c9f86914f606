import { NoteKeyInvalid } from '@nuances/crypto/note-envelope';
import { toApiError } from '@nuances/domain/api-error';
import { moodCount } from '@nuances/domain/moods/new-moods';
import { countOf } from '@nuances/domain/restore/parts';
import { createStore, type Store } from '../../browser/store.ts';
import { currentI18n } from '../../i18n/locale-store.ts';
import { sentenceOf } from '../../i18n/sentence-of.ts';
import { onLock } from '../../keys/lock-listeners.ts';
import { isLoggedIn, onSessionChange, requireUserId } from '../../session/session-store.ts';
import { askAboutVault } from '../../vault/load-vault.ts';
import { type Added, refreshScreens, removeAdded, sendPlan, type SentPart, storedOf } from './addition-calls.ts';
import type { AdditionWork } from './addition-plan.ts';
import type { ReadingFile } from './choose-file.tsx';

/** State of an addition, once its file has been read. It continues while other screens are open, and ends with the session. */
export type AdditionState =
  | { readonly step: 'adding'; readonly done: number; readonly total: number }
  /** `canUndo`: something was added, or may have been. */
  | ({
      readonly step: 'stopped';
      readonly canUndo: boolean;
      /** Whether going on can succeed; else the file has to be chosen again. */
      readonly canResume: boolean;
      readonly sentence: () => string;
    } & AdditionWork)
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

/** Whether a state is one of an addition whose file has been read. */
export function isAddition(state: { readonly step: string }): state is AdditionState {
  return ['adding', 'stopped', 'done', 'undoing', 'undone'].includes(state.step);
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

    async addAll({ plan, profile, isHidden }) {
      const owner = requireUserId();
      runOwner = owner;
      const isOver = begin(owner);
      const work = { plan, profile, isHidden };
      const total = countOf(plan);
      let done = 0;
      show(owner, { step: 'adding', done, total });
      try {
        await countUnanswered(isOver);
        const onSend = (part: SentPart) => void (unanswered = part);
        const isSent = await sendPlan(owner, isOver, work, onSend, (more, items) => {
          count(more);
          done += items;
          show(owner, { step: 'adding', done, total });
        });
        if (!isSent) return;
        if (profile) filledProfile = true;
        await refreshScreens(owner);
      } catch (error) {
        if (isOver()) return;
        const failure = toApiError(error);
        // A vault was made, or has ended, on another device: the page asks for it, and the addition can go on in it.
        if (error instanceof NoteKeyInvalid || failure.code === 'vaultSealed' || failure.code === 'vaultChanged')
          askAboutVault(owner);
        const canUndo = unanswered !== null || sizeOf(added) > 0;
        // As `vaultParts` and `sendPlan` say: the file was read, or compared, before the vault.
        const isOutdated = error instanceof RangeError;
        const sentence = isOutdated ? () => currentI18n().LL.profile.config.restore.chooseAgain() : sentenceOf(failure);
        show(owner, { step: 'stopped', ...work, canUndo, canResume: !isOutdated, sentence });
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
