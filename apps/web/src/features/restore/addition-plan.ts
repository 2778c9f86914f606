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
import { vaultRowKeys } from '../../keys/row-sealing.ts';
import { type HideId, saidOf, type SaidScan, withHiddenIds } from './hidden-items.ts';
import { newestOf, type SampleItem } from './newest-items.ts';

/** What would be added. */
export interface AdditionWork {
  readonly plan: RestorePlan;
  /** Whether a vault named what has an id that was made from its content (SPEC.md VAULT-4). */
  readonly isHidden: boolean;
  /** Null when nothing of the profile is filled in. */
  readonly profile: RestoredProfile | null;
}

/** What would be added, with examples of it. */
export interface Previewed extends AdditionWork {
  /** What the account holds before. */
  readonly used: Used;
  readonly samples: readonly SampleItem[];
}

/** A scan by its id, and the envelope of its words; null for none. */
export interface TaggedScan {
  readonly _id: string;
  readonly tags: string | null;
}

/** All stored scans, page by page: the whole list would be parsed in one long task. */
export async function storedScans(): Promise<readonly (SaidScan & TaggedScan)[]> {
  const { api } = await import('../../api/client.ts');
  const scans: (SaidScan & TaggedScan)[] = [];
  for await (const page of pagesOf((part) => api.results.own.query(part))) scans.push(...page);
  return scans;
}

/** What the account holds now, to be compared with a file; or why the notes are not known. */
async function readStored(owner: string) {
  const { utils, restored } = queriesOf(owner);
  await restored;
  const [scans, moods] = await Promise.all([storedScans(), utils.moods.own.fetch(), refreshNotes()]);
  const { status, notes, failure } = currentNotes();
  if (status !== 'ready' || failure) return failure ?? toApiError(new Error('the notes are not known'));
  const stored = {
    scans: new Set(scans.map(({ _id }) => _id)),
    moods: moods.filter(isOpenPart),
    notes: new Map<string, ComparedNote | null>(notes.map((note) => [note.id, note.locked ? null : note])),
  };
  const used = await usedOf(stored, { moods: moods.length, isVault: hasVault(owner) }, nextTask);
  return { stored, scans, notes, used };
}

/** What makes the ids of a vault in place of those that were made from contents; null without a vault that is written. */
async function hidingOf(owner: string): Promise<HideId | null> {
  if (!hasVault(owner)) return null;
  const [{ versions, writes }, { hiddenId }] = await Promise.all([
    vaultRowKeys(owner),
    import('@nuances/crypto/vault/hidden-id'),
  ]);
  const keys = writes === null ? undefined : versions.get(writes);
  return keys ? (id) => hiddenId(keys, id) : null;
}

/**
 * What adding scans and notes would do to an account, with the first of them; or why that is not known.
 * @param isJournal the ids of the items were made from their contents
 */
export async function planFor(
  owner: string,
  items: FileItems,
  isJournal = false,
): Promise<Omit<Previewed, 'profile'> | ApiError> {
  const read = await readStored(owner);
  if ('code' in read) return read;
  // Each step takes some 20 ms with 30,000 items: as tasks of their own they do not hold up the page.
  await nextTask();
  const hide = await hidingOf(owner);
  const named = hide && isJournal ? await withHiddenIds(items, await saidOf(read), hide) : items;
  const plan = await planRestore(named, read.stored, Date.now(), hide ?? undefined, nextTask);
  await nextTask();
  return { plan, isHidden: hide !== null, used: read.used, samples: newestOf(plan) };
}
