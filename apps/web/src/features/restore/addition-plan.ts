import { toApiError, type ApiError } from '@nuances/domain/api-error';
import { pagesOf } from '@nuances/domain/pages';
import type { RestoredProfile } from '@nuances/domain/export-file';
import { planRestore, type ComparedNote, type FileItems, type RestorePlan } from '@nuances/domain/restore/plan';
import { usedOf, type Used } from '@nuances/domain/restore/room';
import { queriesOf } from '../../api/queries.tsx';
import { nextTask } from '../../browser/next-task.ts';
import { hasVault } from '../../keys/vault-mark.ts';
import { isOpenPart } from '../../moods/own-moods.ts';
import { currentNotes, refreshNotes } from '../../note-store/note-store.ts';
import { newestOf, type SampleItem } from './newest-items.ts';

/** What would be added. */
export interface AdditionWork {
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

/** Ids of all stored scans, page by page: the whole list would be parsed in one long task. */
export async function storedScanIds(): Promise<Set<string>> {
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
