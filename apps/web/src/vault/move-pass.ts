/** One pass of a move: every row of a former key that the server lists now. */
import { sealProfileRow, type RowKeys } from '@nuances/crypto/vault/rows';
import { emptyVaultProfile } from '@nuances/domain/vault/content';
import { firstKeyVersion } from '@nuances/domain/vault/state';
import { api, clientReading } from '../api/client.ts';
import { nextTask } from '../browser/next-task.ts';
import type { Unopened } from '../keys/vault-view.ts';
import { readAllNotes } from '../note-store/all-notes.ts';
import { readList, textOf } from '../note-store/list-stream.ts';
import type { StoredVault } from '../offline/database.ts';
import {
  FormerKeyMissing,
  giveBackMoods,
  giveBackNote,
  giveBackProfile,
  giveBackScan,
  moveMoods,
  moveNote,
  moveProfile,
  moveScan,
  type MovedMoods,
  type MovedNote,
  type MovedScan,
  type StoredProfile,
} from './move-rows.ts';
import type { VaultState } from './follow-state.ts';
import { deleteLeftOut, isLeftOut } from './left-out/unopened.ts';
import { vaultBatches } from './vault-batches.ts';

type Kind = 'notes' | 'scans' | 'moods' | 'profile';

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

/** What a row is sealed with; a row from before the vault does not say. */
const withKey = <Row extends { readonly sealed?: string | null | undefined; readonly keyVersion?: number | undefined }>(
  row: Row,
) => ({ ...row, sealed: row.sealed ?? null, keyVersion: row.keyVersion ?? firstKeyVersion });

async function readNotes(): Promise<readonly MovedNote[]> {
  const all: MovedNote[] = [];
  await readAllNotes(async (notes) => {
    all.push(...notes.map(withKey));
    await nextTask();
  });
  return all;
}

const readScans = async () => (await rows.results.own.query()).map(withKey);

/** The parts of moods as they are stored. */
export const readMoods = async () => (await rows.moods.own.query()).map(withKey);

async function readProfile({ profile, profileStamp: stamp }: VaultState): Promise<StoredProfile> {
  const { sealed, keyVersion } = profile;
  if (sealed !== null) return { sealed, keyVersion };
  // The stamp is the older one: what is changed in between is read again.
  return { sealed, keyVersion, stamp, fields: await rows.profile.get.query() };
}

type Outcomes = readonly { readonly _id: string; readonly outcome: string }[];

/** What a pass could not move. */
interface Left {
  /** Items that the server refused. */
  readonly failed: number;
  /** What no key here opens, without what the person has left out. */
  readonly unopened: readonly Unopened[];
  /** Whether the key before would open some of it. */
  readonly isKeyMissing: boolean;
  /** The person has changed the profile meanwhile: the next pass moves it. */
  readonly isProfileChanged: boolean;
}

const unopenedItem = (
  kind: Unopened['kind'],
  { _id, keyVersion }: { readonly _id: string; readonly keyVersion: number },
  createdAt: string | null,
  sealed: readonly (string | null)[],
): Unopened => ({ kind, _id, keyVersion, createdAt, sealed: sealed.filter((envelope) => envelope !== null) });
const unopenedNote = (row: MovedNote) =>
  unopenedItem('note', row, row.createdAt, row.sealed === null ? [row.title, row.text] : [row.sealed]);
const unopenedScan = (row: MovedScan) => unopenedItem('scan', row, row.createdAt, [row.sealed, row.tags]);
const unopenedTags = (row: MovedScan) => unopenedItem('tags', row, row.createdAt, [row.tags]);
const unopenedMoods = (row: MovedMoods) => unopenedItem('moods', row, row.receivedAt, [row.sealed]);
const unopenedProfile = (userId: string, { keyVersion, sealed }: StoredProfile) =>
  unopenedItem('profile', { _id: userId, keyVersion }, null, [sealed]);

/** Moves everything of a former key once. */
export async function movePass(
  { owner, keyVersion, target }: Pick<StoredVault, 'owner' | 'keyVersion' | 'target'>,
  keys: RowKeys,
  listener: PassListener,
): Promise<Left> {
  const { onCount, onMoved, isStopped } = listener;
  let failed = 0;
  let isKeyMissing = false;
  let isProfileChanged = false;
  const unopened: Unopened[] = [];
  const ask = async <Answer>(call: () => Promise<Answer>): Promise<Answer> => {
    if (isStopped()) throw new PassStopped();
    return call();
  };
  const count = (kind: Kind, outcomes: Outcomes) => {
    failed += outcomes.filter(({ outcome }) => outcome === 'refused').length;
    // What changed meanwhile is found by the next pass.
    onMoved(kind, outcomes.filter(({ outcome }) => outcome === 'saved').length);
  };
  /** Notes what does not open. */
  const without = (item: Unopened): null => {
    unopened.push(item);
    return null;
  };
  /** What `move` makes of an item, unless its key is missing here. */
  const orMissing = async <Row, Moved>(
    move: () => Promise<Moved>,
    unopenedOf: (row: Row) => Unopened,
    row: Row,
  ): Promise<Moved | null> => {
    try {
      return await move();
    } catch (error) {
      if (!(error instanceof FormerKeyMissing)) throw error;
      isKeyMissing = true;
      return without(unopenedOf(row));
    }
  };

  const state = await ask(() => api.vault.state.query());
  const [notes, scans, moods, profile] = await ask(() =>
    Promise.all([readNotes(), readScans(), readMoods(), readProfile(state)]),
  );
  const leftNotes = notes.filter((row) => row.keyVersion !== keyVersion);
  const leftScans = scans.filter((row) => row.keyVersion !== keyVersion);
  const leftMoods = moods.filter((row) => row.keyVersion !== keyVersion);
  const isProfileLeft = profile.keyVersion !== keyVersion;
  onCount({
    notes: { total: notes.length, left: leftNotes.length },
    scans: { total: scans.length, left: leftScans.length },
    moods: { total: moods.length, left: leftMoods.length },
    profile: { total: 1, left: Number(isProfileLeft) },
  });
  const ended = async (): Promise<Left> => {
    await ask(() => deleteLeftOut(unopened.filter(isLeftOut)));
    return { failed, unopened: unopened.filter((item) => !isLeftOut(item)), isKeyMissing, isProfileChanged };
  };

  if (target === 'server') {
    const giveBack = async (row: MovedScan) => {
      const given = await giveBackScan(keys, row);
      if (given === null) return without(unopenedScan(row));
      const tags = given.isWithoutTags ? unopenedTags(row) : null;
      return tags === null || isLeftOut(tags) ? given.scan : without(tags);
    };
    const moodsBack = async (row: MovedMoods) => (await giveBackMoods(keys, row)) ?? without(unopenedMoods(row));
    const noteBack = async (row: MovedNote) => (await giveBackNote(keys, row)) ?? without(unopenedNote(row));
    for await (const batch of vaultBatches(leftMoods, moodsBack))
      count('moods', (await ask(() => api.vault.putClear.mutate({ keyVersion, moods: batch }))).moods);
    for await (const batch of vaultBatches(leftScans, giveBack))
      count('scans', (await ask(() => api.vault.putClear.mutate({ keyVersion, scans: batch }))).scans);
    for await (const batch of vaultBatches(leftNotes, noteBack))
      count('notes', (await ask(() => api.vault.putClear.mutate({ keyVersion, notes: batch }))).notes);
    if (!isProfileLeft) return ended();
    const stored = unopenedProfile(owner, profile);
    const fields = (await giveBackProfile(keys, profile)) ?? (isLeftOut(stored) ? emptyVaultProfile : without(stored));
    if (!fields) return ended();
    await ask(() => api.vault.putClear.mutate({ keyVersion, profile: fields }));
    onMoved('profile', 1);
    return ended();
  }
  const moodsOrMissing = (row: MovedMoods) =>
    orMissing(async () => (await moveMoods(keys, row)) ?? without(unopenedMoods(row)), unopenedMoods, row);
  const scanOrMissing = (row: MovedScan) => orMissing(() => moveScan(keys, row), unopenedScan, row);
  const noteOrMissing = (row: MovedNote) => orMissing(() => moveNote(keys, row), unopenedNote, row);
  for await (const batch of vaultBatches(leftMoods, moodsOrMissing))
    count('moods', (await ask(() => api.vault.put.mutate({ keyVersion, moods: batch }))).moods);
  for await (const batch of vaultBatches(leftScans, scanOrMissing))
    count('scans', (await ask(() => api.vault.put.mutate({ keyVersion, scans: batch }))).scans);
  for await (const batch of vaultBatches(leftNotes, noteOrMissing))
    count('notes', (await ask(() => api.vault.put.mutate({ keyVersion, notes: batch }))).notes);
  if (!isProfileLeft) return ended();
  // The person may have changed it while the rows were moved.
  const now = await ask(async () => readProfile(await api.vault.state.query()));
  if (now.keyVersion === keyVersion) return ended();
  const stored = unopenedProfile(owner, now);
  const sealed = await orMissing(
    () => (isLeftOut(stored) ? sealProfileRow(keys, emptyVaultProfile) : moveProfile(keys, now)),
    (profileRow) => unopenedProfile(owner, profileRow),
    now,
  );
  if (sealed === null) return ended();
  const answer = await ask(() =>
    api.vault.put.mutate({
      keyVersion,
      profile: { isMove: true, sealed, stamp: now.sealed === null ? now.stamp : null },
    }),
  );
  // A former server does not tell.
  if (answer.profile?.isSaved === false) isProfileChanged = true;
  else onMoved('profile', 1);
  return ended();
}
