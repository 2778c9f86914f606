/** One pass of a move: every row of a former key that the server lists now. */
import { api, clientReading } from '../api/client.ts';
import { nextTask } from '../browser/next-task.ts';
import { readAllNotes } from '../note-store/all-notes.ts';
import { readList, textOf } from '../note-store/list-stream.ts';
import type { StoredVault } from '../offline/database.ts';
import { sendInBatches } from './move-batches.ts';
import {
  giveBackNote,
  giveBackProfile,
  giveBackScan,
  moveNote,
  moveProfile,
  moveScan,
  type MovedNote,
  type MovedScan,
  type StoredProfile,
} from './move-rows.ts';
import type { RowKeys } from './rows.ts';
import type { VaultState } from './follow-state.ts';

/** The key version of rows of accounts that never had a vault, which lists do not name. */
const firstKeyVersion = 1;

type Kind = 'notes' | 'scans' | 'profile';

/** Answers as they come: those of the other client are opened. A long list is read while it arrives. */
const rows = clientReading(async (response) => {
  const listed: unknown[] = [];
  const answer = await readList(textOf(response), 'data', async (some) => {
    listed.push(...some);
    await nextTask();
  });
  return listed.length > 0 ? { result: { data: listed } } : answer;
});

/** What a pass tells of its work. */
export interface PassListener {
  /** All items there are, and those of a former key. Once, before the first is moved. */
  readonly onCount: (counts: Readonly<Record<Kind, { readonly total: number; readonly left: number }>>) => void;
  readonly onMoved: (kind: Kind, items: number) => void;
  /** Asked before each call: ends the pass. */
  readonly isStopped: () => boolean;
}

/** The pass was ended by its listener. */
export class PassStopped extends Error {
  override readonly name = 'PassStopped';
}

async function readNotes(): Promise<readonly MovedNote[]> {
  const all: MovedNote[] = [];
  await readAllNotes(async (notes) => {
    for (const { _id, title, text, categoryId, scanResultId, createdAt, revision, ...marks } of notes)
      all.push({
        ...{ _id, title, text, categoryId, scanResultId, createdAt, revision },
        sealed: marks.sealed ?? null,
        keyVersion: marks.keyVersion ?? firstKeyVersion,
      });
    await nextTask();
  });
  return all;
}

async function readScans(): Promise<readonly MovedScan[]> {
  const scans = await rows.results.own.query();
  return scans.map((scan) => ({
    _id: scan._id,
    createdAt: scan.createdAt,
    tags: scan.tags,
    answers: scan.answers,
    duration: scan.duration,
    kept: scan.kept,
    moment: scan.moment,
    sealed: scan.sealed ?? null,
    keyVersion: scan.keyVersion ?? firstKeyVersion,
  }));
}

async function readProfile({ profile }: VaultState): Promise<StoredProfile> {
  const { sealed, keyVersion } = profile;
  if (sealed !== null) return { sealed, keyVersion };
  return { sealed, keyVersion, fields: await rows.profile.get.query() };
}

type Outcomes = readonly { readonly _id: string; readonly outcome: string }[];

/** Moves everything of a former key once. @returns how many items the server refused, or could not be given back */
export async function movePass(
  { keyVersion, target }: Pick<StoredVault, 'keyVersion' | 'target'>,
  keys: RowKeys,
  listener: PassListener,
): Promise<number> {
  const { onCount, onMoved, isStopped } = listener;
  let failed = 0;
  const ask = async <Answer>(call: () => Promise<Answer>): Promise<Answer> => {
    if (isStopped()) throw new PassStopped();
    return call();
  };
  const count = (kind: Kind, outcomes: Outcomes) => {
    failed += outcomes.filter(({ outcome }) => outcome === 'refused').length;
    // What changed meanwhile is found by the next pass.
    onMoved(kind, outcomes.filter(({ outcome }) => outcome === 'saved').length);
  };

  const state = await ask(() => api.vault.state.query());
  const [notes, scans, profile] = await ask(() => Promise.all([readNotes(), readScans(), readProfile(state)]));
  const leftNotes = notes.filter((row) => row.keyVersion !== keyVersion);
  const leftScans = scans.filter((row) => row.keyVersion !== keyVersion);
  const isProfileLeft = profile.keyVersion !== keyVersion;
  onCount({
    notes: { total: notes.length, left: leftNotes.length },
    scans: { total: scans.length, left: leftScans.length },
    profile: { total: 1, left: Number(isProfileLeft) },
  });

  if (target === 'server') {
    const giveBack = async (row: MovedScan) => {
      const scan = await giveBackScan(keys, row);
      if (scan === null) failed += 1;
      return scan;
    };
    await sendInBatches(leftScans, giveBack, async (items) =>
      count('scans', (await ask(() => api.vault.putClear.mutate({ keyVersion, scans: [...items] }))).scans),
    );
    await sendInBatches(
      leftNotes,
      (row) => giveBackNote(keys, row),
      async (items) =>
        count('notes', (await ask(() => api.vault.putClear.mutate({ keyVersion, notes: [...items] }))).notes),
    );
    if (!isProfileLeft) return failed;
    const fields = await giveBackProfile(keys, profile);
    if (!fields) return failed + 1;
    await ask(() => api.vault.putClear.mutate({ keyVersion, profile: fields }));
    onMoved('profile', 1);
    return failed;
  }
  await sendInBatches(
    leftScans,
    (row) => moveScan(keys, row),
    async (items) => count('scans', (await ask(() => api.vault.put.mutate({ keyVersion, scans: [...items] }))).scans),
  );
  await sendInBatches(
    leftNotes,
    (row) => moveNote(keys, row),
    async (items) => count('notes', (await ask(() => api.vault.put.mutate({ keyVersion, notes: [...items] }))).notes),
  );
  if (!isProfileLeft) return failed;
  // The person may have changed it while the rows were moved.
  const now = await ask(async () => readProfile(await api.vault.state.query()));
  if (now.keyVersion === keyVersion) return failed;
  const sealed = await moveProfile(keys, now);
  await ask(() => api.vault.put.mutate({ keyVersion, profile: { isMove: true, sealed } }));
  onMoved('profile', 1);
  return failed;
}
