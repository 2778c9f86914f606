/** The calls of an addition: adding a plan in parts, and removing what was added. */
import { sealText } from '@nuances/crypto/note-envelope';
import { profileToRestore, type RestoredProfile } from '@nuances/domain/export-file';
import { limits } from '@nuances/domain/limits';
import { moodCount } from '@nuances/domain/moods/new-moods';
import { restoreParts } from '@nuances/domain/restore/parts';
import { nextTask } from '../../browser/next-task.ts';
import { queriesOf } from '../../api/queries.tsx';
import type { RouterOutputs } from '../../api/router-types.ts';
import { freshNoteKeyOf } from '../../keys/note-key.ts';
import { vaultRowKeys } from '../../keys/row-sealing.ts';
import { hasVault } from '../../keys/vault-mark.ts';
import { removeMoods } from '../../moods/own-moods.ts';
import { refreshNotes } from '../../note-store/note-store.ts';
import { isLoggedIn } from '../../session/session-store.ts';
import { type AdditionWork, type TaggedScan, storedScans } from './addition-plan.ts';

/** What was new. */
export type Added = Omit<RouterOutputs['restore']['add'], 'scans'> & { readonly scans: TaggedScan[] };

/** A note as it is sent, and stored, sealed by the server's key or by the vault's. */
interface SentNote {
  readonly _id: string;
  readonly title?: string;
  readonly text?: string;
  readonly sealed?: string | null | undefined;
}

/** What one call adds. */
export interface SentPart {
  readonly scans: readonly TaggedScan[];
  readonly notes: readonly SentNote[];
  readonly moods: readonly { readonly _id: string }[];
}

/** How the parts of a plan are sealed and sent. */
interface Sending {
  readonly parts: AsyncIterable<{
    readonly part: SentPart;
    readonly add: () => Promise<RouterOutputs['restore']['add']>;
  }>;
  readonly saveProfile: (profile: RestoredProfile, stored: RouterOutputs['profile']['get']) => Promise<unknown>;
}

/** Shows what is stored now on every screen. */
export async function refreshScreens(owner: string): Promise<void> {
  const { utils } = queriesOf(owner);
  await Promise.all([
    utils.results.invalidate().then(() => utils.results.own.prefetch()),
    utils.moods.invalidate().then(() => utils.moods.own.prefetch()),
    utils.profile.get.invalidate(),
    refreshNotes(),
  ]);
}

/** Removes what was added, in parts; returns how many were removed. A scan that was given other words since stays. */
export async function removeAdded(owner: string, { scans: added, notes, moods }: Added): Promise<number> {
  const { api } = await import('../../api/client.ts');
  const stored = new Map(added.length === 0 ? [] : (await storedScans()).map(({ _id, tags }) => [_id, tags]));
  const scans = added.filter(({ _id, tags }) => stored.get(_id) === tags).map(({ _id }) => _id);
  const manifests = hasVault(owner) ? await import('../../vault/manifest-store.ts') : null;
  const leaving = { scans: new Set(scans), notes: new Set(notes.map(({ _id }) => _id)), moods: new Set<string>() };
  const deletion = manifests?.sealedDeletion(owner, (kind, id) => leaving[kind].has(id));
  let removed = 0;
  const undo = async (some: Parameters<typeof api.restore.undo.mutate>[0]) => {
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
  await refreshScreens(owner);
  return removed;
}

/** The envelopes of a note: no other sealing makes the same. */
const envelopesOf = ({ title, text, sealed }: SentNote) => sealed ?? [title, text].join(' ');

/** What is stored of a part whose call was cut: the server may have added it, and its answer was lost. */
export async function storedOf({ scans, notes, moods }: SentPart): Promise<Added> {
  const { api } = await import('../../api/client.ts');
  const there = new Set(scans.length === 0 ? [] : (await storedScans()).map(({ _id }) => _id));
  const stored = notes.length === 0 ? [] : (await api.notes.all.query()).notes;
  const parts = new Set(moods.length === 0 ? [] : (await api.moods.own.query()).map(({ _id }) => _id));
  const sent = new Map(notes.map((note) => [note._id, envelopesOf(note)]));
  return {
    scans: scans.filter(({ _id }) => there.has(_id)),
    notes: stored
      .filter(({ _id }) => sent.has(_id))
      // What the person has written since has a later revision than the first, by which it stays.
      .map((note) => ({ _id: note._id, revision: sent.get(note._id) === envelopesOf(note) ? note.revision : 1 })),
    moods: moods.map(({ _id }) => _id).filter((id) => parts.has(id)),
  };
}

/** Sending to an account without a vault. */
async function plainSending(owner: string, { plan }: AdditionWork): Promise<Sending> {
  const [{ api }, key] = await Promise.all([import('../../api/client.ts'), freshNoteKeyOf(owner)]);
  async function* parts() {
    for await (const part of restoreParts((text) => sealText(key, text), plan))
      yield { part, add: () => api.restore.add.mutate(part) };
  }
  return { parts: parts(), saveProfile: ({ input }) => api.profile.update.mutate(input) };
}

/** @throws RangeError where the plan was made without this vault, with ids that would tell contents; as `requireTrust` does */
async function vaultSending(owner: string, work: AdditionWork): Promise<Sending> {
  const [{ api }, keys, { vaultParts }, { putProfile }, { requireTrust }] = await Promise.all([
    import('../../api/client.ts'),
    vaultRowKeys(owner),
    import('@nuances/crypto/vault/export'),
    import('../../vault/put-profile.ts'),
    import('../../keys/vault-view.ts'),
  ]);
  requireTrust();
  if (keys.writes === null) return plainSending(owner, work);
  if (!work.isHidden) throw new RangeError('The plan was made before the vault');
  async function* parts() {
    for await (const part of vaultParts(keys, work.plan, nextTask)) {
      requireTrust();
      yield { part, add: () => api.vault.restore.mutate(part) };
    }
  }
  return { parts: parts(), saveProfile: ({ input }, stored) => putProfile(keys, stored, input) };
}

/**
 * Sends a plan in parts.
 * @param isOver whether the vault was locked, or another account has logged in
 * @param onSend called before each call
 * @returns false when it was over on the way, and nothing more was sent
 */
export async function sendPlan(
  owner: string,
  isOver: () => boolean,
  work: AdditionWork,
  onSend: (part: SentPart) => void,
  onPart: (added: Added, count: number) => void,
): Promise<boolean> {
  const { parts, saveProfile } = await (hasVault(owner) ? vaultSending : plainSending)(owner, work);
  const { plan, profile } = work;
  for await (const { part, add } of parts) {
    // Sealed with the key of this account: it must not be sent in the session of another one.
    if (isOver()) return false;
    onSend(part);
    const added = await add();
    if (isOver()) return false;
    const isNew = new Set(added.scans);
    const inPart = new Set(part.moods.map(({ _id }) => _id));
    const moods = moodCount(plan.newMoods.filter(({ _id }) => inPart.has(_id)));
    onPart(
      { ...added, scans: part.scans.filter(({ _id }) => isNew.has(_id)) },
      part.scans.length + part.notes.length + moods,
    );
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
