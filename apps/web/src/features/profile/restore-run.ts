import { planRestore, readExportFile, type ComparedNote, type RestorePlan } from '@nuances/domain/export-file';
import { toApiError } from '../../api/api-error.ts';
import type { RouterOutputs } from '../../api/router-outputs.ts';
import { queriesOf } from '../../api/queries.tsx';
import { createStore } from '../../browser/store.ts';
import { noteKeyOf } from '../../note-store/note-key.ts';
import { currentNotes, refreshNotes } from '../../note-store/note-store.ts';
import { countOf, restoreParts } from '../../note-store/restore-parts.ts';
import { currentSession, onSessionChange } from '../../session/session-store.ts';
import { sentenceOf } from './sentence-of.ts';

type Added = RouterOutputs['restore']['add'];

/** Where a restore is. It goes on while other screens are open, and ends with the session. */
export type RestoreState =
  | { readonly step: 'idle' | 'reading' | 'unreadable' }
  | { readonly step: 'failed'; readonly sentence: () => string }
  /** `from`: the user name in the file, when it is not the own one. */
  | { readonly step: 'preview'; readonly plan: RestorePlan; readonly from: string | null }
  | { readonly step: 'adding'; readonly done: number; readonly total: number }
  | { readonly step: 'stopped'; readonly plan: RestorePlan; readonly sentence: () => string }
  /** `sentence`: why removing it did not work. */
  | { readonly step: 'done'; readonly added: Added; readonly canUndo: boolean; readonly sentence?: () => string }
  | { readonly step: 'undoing' }
  | { readonly step: 'undone'; readonly whole: boolean };

/** How long what was added can be removed again. */
const undoMs = 10 * 60_000;
/** Ids in one call; the server takes at most as many of each kind. */
const undoPart = 200;

const idle: RestoreState = { step: 'idle' };
export const restoreRun = createStore<RestoreState>(idle);
/** What runs of this session have added, for the button that removes it again. */
let added: Added = { scans: [], notes: [] };
let undoTimer: ReturnType<typeof setTimeout> | undefined;

function forget(): void {
  clearTimeout(undoTimer);
  added = { scans: [], notes: [] };
  restoreRun.set(idle);
}
onSessionChange(() => {
  if (currentSession().status !== 'in') forget();
});

function ownId(): string {
  const session = currentSession();
  if (session.status !== 'in') throw new Error('nobody is logged in');
  return session.userId;
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

/** Reads a file and says what restoring it would do. Nothing is changed. */
export async function readFile(file: File, ownName: string | undefined): Promise<void> {
  const owner = ownId();
  restoreRun.set({ step: 'reading' });
  try {
    const read = readExportFile(await file.text());
    if (read === null) return restoreRun.set({ step: 'unreadable' });
    const stored = await readStored(owner);
    if ('code' in stored) return restoreRun.set({ step: 'failed', sentence: sentenceOf(stored) });
    const plan = planRestore(read, stored);
    const { username } = read.profile;
    return restoreRun.set({ step: 'preview', plan, from: username === ownName ? null : username });
  } catch (error) {
    return restoreRun.set({ step: 'failed', sentence: sentenceOf(toApiError(error)) });
  }
}

/** Shows what is stored now on every screen. */
async function refresh(owner: string): Promise<void> {
  const { utils } = queriesOf(owner);
  await Promise.all([utils.results.invalidate().then(() => utils.results.own.prefetch()), refreshNotes()]);
}

/** Adds what the plan holds. When it stops on the way, what was added stays, and going on adds nothing twice. */
export async function addAll(plan: RestorePlan): Promise<void> {
  const owner = ownId();
  const total = countOf(plan);
  let done = 0;
  restoreRun.set({ step: 'adding', done, total });
  try {
    const [{ api }, key] = await Promise.all([import('../../api/client.ts'), noteKeyOf(owner)]);
    for await (const part of restoreParts(key, plan)) {
      const { scans, notes } = await api.restore.add.mutate(part);
      if (currentSession().status !== 'in' || ownId() !== owner) return;
      added.scans.push(...scans);
      added.notes.push(...notes);
      done += part.scans.length + part.notes.length;
      restoreRun.set({ step: 'adding', done, total });
    }
    await refresh(owner);
  } catch (error) {
    restoreRun.set({ step: 'stopped', plan, sentence: sentenceOf(toApiError(error)) });
    return;
  }
  restoreRun.set({ step: 'done', added, canUndo: true });
  clearTimeout(undoTimer);
  undoTimer = setTimeout(() => restoreRun.set({ step: 'done', added, canUndo: false }), undoMs);
}

/** Removes again what was added; what was changed since stays. */
export async function undoAll(): Promise<void> {
  const owner = ownId();
  clearTimeout(undoTimer);
  const { scans, notes } = added;
  restoreRun.set({ step: 'undoing' });
  let removed = 0;
  try {
    const { api } = await import('../../api/client.ts');
    // Notes first: a scan with a note stays.
    for (let at = 0; at < notes.length; at += undoPart)
      removed += (await api.restore.undo.mutate({ scans: [], notes: notes.slice(at, at + undoPart) })).notes.length;
    for (let at = 0; at < scans.length; at += undoPart)
      removed += (await api.restore.undo.mutate({ scans: scans.slice(at, at + undoPart), notes: [] })).scans.length;
    await refresh(owner);
  } catch (error) {
    restoreRun.set({ step: 'done', added, canUndo: true, sentence: sentenceOf(toApiError(error)) });
    return;
  }
  added = { scans: [], notes: [] };
  restoreRun.set({ step: 'undone', whole: removed === scans.length + notes.length });
}

/** Back to the beginning, where a file can be chosen. */
export function startOver(): void {
  restoreRun.set(idle);
}
