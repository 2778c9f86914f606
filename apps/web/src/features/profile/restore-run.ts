import {
  planRestore,
  profileToRestore,
  type ComparedNote,
  type ExportFile,
  type RestoredProfile,
  type RestorePlan,
} from '@nuances/domain/export-file';
import { limits } from '@nuances/domain/limits';
import { toApiError } from '../../api/api-error.ts';
import type { RouterOutputs } from '../../api/router-outputs.ts';
import { queriesOf } from '../../api/queries.tsx';
import { createStore } from '../../browser/store.ts';
import { noteKeyOf } from '../../note-store/note-key.ts';
import { currentNotes, refreshNotes } from '../../note-store/note-store.ts';
import { countOf, restoreParts } from '../../note-store/restore-parts.ts';
import { currentSession, onSessionChange } from '../../session/session-store.ts';
import { runInWorker, type ArchiveOutcome } from './archive/archive-worker.ts';
import type { RefusalReason } from './archive/archive-refused.ts';
import { sentenceOf } from './sentence-of.ts';

type Added = RouterOutputs['restore']['add'];

/** What a restore would do. */
export interface RestoreWork {
  readonly plan: RestorePlan;
  /** Null when nothing of the profile is restored. */
  readonly profile: RestoredProfile | null;
}

/** Where a restore is. It goes on while other screens are open, and ends with the session. */
export type RestoreState =
  | { readonly step: 'idle' | 'reading' }
  | { readonly step: 'refused'; readonly reason: RefusalReason }
  | { readonly step: 'failed'; readonly sentence: () => string }
  /** The file needs its passphrase; `wrong`: the one that was typed does not open it. */
  | { readonly step: 'sealed'; readonly file: File; readonly wrong: boolean }
  /** `from`: the user name in the file, when it is not the own one. */
  | ({ readonly step: 'preview'; readonly from: string | null } & RestoreWork)
  | { readonly step: 'adding'; readonly done: number; readonly total: number }
  | ({ readonly step: 'stopped'; readonly sentence: () => string } & RestoreWork)
  /** `sentence`: why removing it did not work. */
  | { readonly step: 'done'; readonly added: Added; readonly canUndo: boolean; readonly sentence?: () => string }
  | { readonly step: 'undoing' }
  /** `profile`: fields of the profile were filled in, and stay. */
  | { readonly step: 'undone'; readonly whole: boolean; readonly profile: boolean };

/** How long what was added can be removed again. */
const undoMs = 10 * 60_000;

const idle: RestoreState = { step: 'idle' };
export const restoreRun = createStore<RestoreState>(idle);
/** What has been added since the file was chosen, for the button that removes it again. */
let added: Added = { scans: [], notes: [] };
/** Account that all of this belongs to. */
let runOwner: string | null = null;
let undoTimer: ReturnType<typeof setTimeout> | undefined;
/** Ends the reading of a file. */
let reading: AbortController | null = null;
/** Whether fields of the profile were filled in. */
let filledProfile = false;

/** Back to the beginning, where a file can be chosen; what was added stays. */
export function startOver(): void {
  clearTimeout(undoTimer);
  reading?.abort();
  reading = null;
  added = { scans: [], notes: [] };
  filledProfile = false;
  restoreRun.set(idle);
}

/** Whether an account is the one that is logged in; another tab may have changed it. */
function isLoggedIn(owner: string | null): boolean {
  const session = currentSession();
  return session.status === 'in' && session.userId === owner;
}

onSessionChange(() => {
  if (!isLoggedIn(runOwner)) startOver();
});

function ownId(): string {
  const session = currentSession();
  if (session.status !== 'in') throw new Error('nobody is logged in');
  runOwner = session.userId;
  return runOwner;
}

/** Shows where the restore of an account is, unless another one is logged in by now. */
function show(owner: string, state: RestoreState): void {
  if (isLoggedIn(owner)) restoreRun.set(state);
}

/** What the account holds now, to be compared with the file; or why the notes are not known. */
async function readStored(owner: string) {
  const { utils, restored } = queriesOf(owner);
  await restored;
  const [scans] = await Promise.all([utils.results.own.fetch(undefined, { staleTime: 0 }), refreshNotes()]);
  const { status, notes, failure } = currentNotes();
  if (status !== 'ready' || failure) return failure ?? toApiError(new Error('the notes are not known'));
  return {
    scans: new Set(scans.map(({ _id }) => _id)),
    notes: new Map<string, ComparedNote | null>(notes.map((note) => [note.id, note.locked ? null : note])),
  };
}

/** What restoring a file would do. */
async function planOf(owner: string, file: ExportFile): Promise<RestoreState> {
  const { utils } = queriesOf(owner);
  const [stored, own] = await Promise.all([readStored(owner), utils.profile.get.fetch()]);
  if ('code' in stored) return { step: 'failed', sentence: sentenceOf(stored) };
  const plan = planRestore(file, stored);
  const { username } = file.profile;
  const from = username === own.username ? null : username;
  return { step: 'preview', plan, profile: profileToRestore(file.profile, own), from };
}

/**
 * Reads a file and says what restoring it would do. Nothing is changed.
 * @param passphrase of a sealed file; null as long as none was typed
 */
export async function readFile(file: File, passphrase: string | null = null): Promise<void> {
  const owner = ownId();
  startOver();
  const control = new AbortController();
  reading = control;
  show(owner, { step: 'reading' });
  try {
    const outcome = await runInWorker({ kind: 'read', file, passphrase }, control.signal);
    const next = await stateAfter(owner, file, outcome);
    if (!control.signal.aborted) show(owner, next);
  } catch (error) {
    if (!control.signal.aborted) show(owner, { step: 'failed', sentence: sentenceOf(toApiError(error)) });
  }
}

async function stateAfter(owner: string, file: File, outcome: ArchiveOutcome): Promise<RestoreState> {
  if (outcome.kind === 'read') return planOf(owner, outcome.file);
  if (outcome.kind === 'refused') return { step: 'refused', reason: outcome.reason };
  if (outcome.kind === 'failed' || outcome.kind === 'made') return { step: 'refused', reason: 'unreadable' };
  return { step: 'sealed', file, wrong: outcome.kind === 'wrongPassphrase' };
}

/** Shows what is stored now on every screen. */
async function refresh(owner: string): Promise<void> {
  const { utils } = queriesOf(owner);
  await Promise.all([
    utils.results.invalidate().then(() => utils.results.own.prefetch()),
    utils.profile.get.invalidate(),
    refreshNotes(),
  ]);
}

/** Adds what the plan holds. When it stops on the way, what was added stays, and going on adds nothing twice. */
export async function addAll({ plan, profile }: RestoreWork): Promise<void> {
  const owner = ownId();
  const total = countOf(plan);
  let done = 0;
  show(owner, { step: 'adding', done, total });
  try {
    const [{ api }, key] = await Promise.all([import('../../api/client.ts'), noteKeyOf(owner)]);
    for await (const part of restoreParts(key, plan)) {
      // Sealed with the key of this account: it must not be sent in the session of another one.
      if (!isLoggedIn(owner)) return;
      const { scans, notes } = await api.restore.add.mutate(part);
      if (!isLoggedIn(owner)) return;
      added.scans.push(...scans);
      added.notes.push(...notes);
      done += part.scans.length + part.notes.length;
      show(owner, { step: 'adding', done, total });
    }
    if (profile && isLoggedIn(owner)) {
      await api.profile.update.mutate(profile.input);
      filledProfile = true;
    }
    await refresh(owner);
  } catch (error) {
    show(owner, { step: 'stopped', plan, profile, sentence: sentenceOf(toApiError(error)) });
    return;
  }
  show(owner, { step: 'done', added, canUndo: true });
  clearTimeout(undoTimer);
  undoTimer = setTimeout(() => show(owner, { step: 'done', added, canUndo: false }), undoMs);
}

/** Removes again what was added; what was changed since stays. */
export async function undoAll(): Promise<void> {
  const owner = ownId();
  clearTimeout(undoTimer);
  const { scans, notes } = added;
  show(owner, { step: 'undoing' });
  let removed = 0;
  try {
    const { api } = await import('../../api/client.ts');
    // Notes first: a scan with a note stays.
    for (let at = 0; at < notes.length && isLoggedIn(owner); at += limits.restorePart)
      removed += (await api.restore.undo.mutate({ scans: [], notes: notes.slice(at, at + limits.restorePart) })).notes
        .length;
    for (let at = 0; at < scans.length && isLoggedIn(owner); at += limits.restorePart)
      removed += (await api.restore.undo.mutate({ scans: scans.slice(at, at + limits.restorePart), notes: [] })).scans
        .length;
    await refresh(owner);
  } catch (error) {
    show(owner, { step: 'done', added, canUndo: true, sentence: sentenceOf(toApiError(error)) });
    return;
  }
  if (!isLoggedIn(owner)) return;
  added = { scans: [], notes: [] };
  show(owner, { step: 'undone', whole: removed === scans.length + notes.length, profile: filledProfile });
}
