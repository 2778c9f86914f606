/**
 * One row of a move, from its former key to the next. What the former key does not open (it was damaged long ago, or sealed
 * by a key that nobody has) is moved as it is, inside the new envelope: a move must be able to end, and nothing is lost.
 */
import { vaultPrefix } from '@nuances/crypto/envelope-shape';
import { type EnvelopePlace, openContent, sealContent } from '@nuances/crypto/vault/envelope';
import {
  type NoteRow,
  openMoodsRow,
  openNoteRow,
  openProfileRow,
  openScanRow,
  openTagsOf,
  type RowKeys,
  sealMoodsRow,
  sealNoteForServer,
  sealNoteRow,
  sealProfileRow,
  sealScanRow,
  sealTagsOf,
  VaultClosed,
} from '@nuances/crypto/vault/rows';
import { limits } from '@nuances/domain/limits';
import { moodContent } from '@nuances/domain/moods/fields';
import type { VaultMoods, VaultProfile } from '@nuances/domain/vault/content';
import type { RouterInputs } from '../api/router-types.ts';
import { sealsEverything } from '../keys/vault-view.ts';

export type PutInput = RouterInputs['vault']['put'];
export type PutClearInput = RouterInputs['vault']['putClear'];

/** What a row is sealed with: an envelope of version 2, or nothing under a key of the server. */
interface MovedRow {
  readonly _id: string;
  readonly sealed: string | null;
  readonly keyVersion: number;
}

/** A stored note, with what a move gives back unchanged. */
export interface MovedNote extends MovedRow, Omit<NoteRow, keyof MovedRow> {
  readonly scanResultId: string | null;
  readonly createdAt: string;
  readonly revision: number;
}

/** A stored scan, as {@link MovedNote}. */
export interface MovedScan extends MovedRow {
  readonly createdAt: string;
  /** Envelope of either version; null for none. */
  readonly tags: string | null;
}

/** A stored part of moods. */
export interface MovedMoods extends MovedRow {
  readonly receivedAt: string;
}

/** The key that a row needs is not on this device. */
export class FormerKeyMissing extends Error {
  override readonly name = 'FormerKeyMissing';
}

/** Whether a row is sealed with the key before the new one. A row that names any third key was not sealed by this vault. */
const isOfFormerKey = ({ writes }: RowKeys, keyVersion: number) => writes !== null && keyVersion === writes - 1;

/** @throws FormerKeyMissing */
function requireKeyOf(keys: RowKeys, keyVersion: number, isVaultRow: boolean): void {
  if (isVaultRow && isOfFormerKey(keys, keyVersion) && !keys.versions.has(keyVersion))
    throw new FormerKeyMissing('The key of a row is not on this device');
}

/**
 * Seals an envelope in place of a content that does not open. Where a former move did so already, what it had sealed is
 * sealed again, not the envelope around it: else each move made it longer.
 */
async function sealRaw(
  { owner: userId, versions, writes }: RowKeys,
  content: EnvelopePlace['content'],
  { _id: itemId, keyVersion }: { readonly _id: string; readonly keyVersion: number },
  envelope: string,
): Promise<string> {
  const target = writes === null ? undefined : versions.get(writes);
  if (writes === null || !target) throw new VaultClosed('Nothing can be sealed without the keys of the vault');
  const place = { userId, content, itemId };
  const former = versions.get(keyVersion);
  const raw = former && (await openContent(former, { ...place, keyVersion }, envelope));
  return sealContent(target, { ...place, keyVersion: writes }, raw ?? envelope);
}

/** A note under the next key of the vault. @throws FormerKeyMissing, VaultClosed */
export async function moveNote(keys: RowKeys, row: MovedNote): Promise<NonNullable<PutInput['notes']>[number]> {
  requireKeyOf(keys, row.keyVersion, row.sealed !== null);
  const note = await openNoteRow(keys, row);
  const kept = { title: row.sealed === null ? row.title : '', text: row.sealed ?? row.text };
  const sealed = await sealNoteRow(keys, row._id, note ?? { ...kept, categoryId: row.categoryId ?? 'other' });
  const { _id, scanResultId, revision } = row;
  return { _id, isMove: true, sealed, scanResultId, revision };
}

/** A note under the key of the server; null when it does not open. @throws VaultClosed */
export async function giveBackNote(
  keys: RowKeys,
  row: MovedNote,
): Promise<NonNullable<PutClearInput['notes']>[number] | null> {
  const note = await openNoteRow(keys, row);
  return note && { _id: row._id, revision: row.revision, ...(await sealNoteForServer(keys, note)) };
}

/** A scan and its tags under the next key of the vault. @throws FormerKeyMissing, VaultClosed */
export async function moveScan(keys: RowKeys, row: MovedScan): Promise<NonNullable<PutInput['scans']>[number]> {
  const { _id, createdAt, tags } = row;
  if (row.sealed !== null) requireKeyOf(keys, row.keyVersion, true);
  const scan = await openScanRow(keys, row);
  const sealed = scan ? await sealScanRow(keys, _id, scan) : await sealRaw(keys, 'scan', row, row.sealed ?? '');
  return { _id, isMove: true, sealed, tags: await moveTags(keys, row), tagsBefore: tags, createdAt };
}

async function moveTags(keys: RowKeys, row: MovedScan): Promise<string | null> {
  if (row.tags === null) return null;
  requireKeyOf(keys, row.keyVersion, row.tags.startsWith(vaultPrefix));
  const tags = await openTagsOf(keys, row, row.tags);
  return tags ? sealTagsOf(keys, row._id, tags) : sealRaw(keys, 'tags', row, row.tags);
}

/** A scan under the key of the server. `isWithoutTags`: it has some, which do not open. Null when it does not open itself. */
export async function giveBackScan(
  keys: RowKeys,
  row: MovedScan,
): Promise<{
  readonly scan: NonNullable<PutClearInput['scans']>[number];
  readonly isWithoutTags: boolean;
} | null> {
  const scan = await openScanRow(keys, row);
  if (!scan) return null;
  const { answers, duration, kept, moment } = scan;
  const content = { answers: [...answers], duration, kept: [...kept], moment };
  const words = row.tags === null ? [] : await openTagsOf(keys, row, row.tags);
  const tags = words && (await sealTagsOf(keys, row._id, words));
  return { scan: { _id: row._id, ...content, tags, tagsBefore: row.tags }, isWithoutTags: words === null };
}

/** A part of moods to be sealed anew; one that came readable past the devices says so from then on. Null when it does not open. */
export async function openArrivedMoods(keys: RowKeys, row: MovedRow): Promise<VaultMoods | null> {
  const part = await openMoodsRow(keys, row);
  return part && row.sealed === null && sealsEverything() ? { ...part, arrivedClear: true } : part;
}

/**
 * A part of moods under the next key of the vault; null when it does not open, and its envelope is too long to be sealed again.
 * @throws FormerKeyMissing, VaultClosed
 */
export async function moveMoods(keys: RowKeys, row: MovedRow): Promise<NonNullable<PutInput['moods']>[number] | null> {
  const { _id, sealed } = row;
  if (sealed !== null) requireKeyOf(keys, row.keyVersion, true);
  const part = await openArrivedMoods(keys, row);
  const moved = await (part ? sealMoodsRow(keys, _id, part) : sealRaw(keys, 'moods', row, sealed ?? ''));
  return moved.length > limits.moods.sealedMaxBytes ? null : { _id, sealed: moved };
}

/**
 * A part of moods under the key of the server; null when it does not open: it cannot be given back.
 * @throws FormerKeyMissing
 */
export async function giveBackMoods(
  keys: RowKeys,
  row: MovedRow,
): Promise<NonNullable<PutClearInput['moods']>[number] | null> {
  if (row.sealed !== null) requireKeyOf(keys, row.keyVersion, true);
  const part = await openMoodsRow(keys, row);
  return part && { _id: row._id, ...moodContent(part) };
}

/** The profile as it is stored: sealed by a vault, or readable. */
export type StoredProfile =
  | { readonly sealed: string; readonly keyVersion: number }
  | {
      readonly sealed: null;
      readonly keyVersion: number;
      /** By which the server tells whether it is the same still. */
      readonly stamp: string | null;
      readonly fields: VaultProfile;
    };

/** The profile under the next key of the vault. @throws FormerKeyMissing, VaultClosed */
export async function moveProfile(keys: RowKeys, profile: StoredProfile): Promise<string> {
  if (profile.sealed === null) return sealProfileRow(keys, profile.fields);
  requireKeyOf(keys, profile.keyVersion, true);
  const fields = await openProfileRow(keys, profile);
  if (fields) return sealProfileRow(keys, fields);
  return sealRaw(keys, 'profile', { _id: keys.owner, keyVersion: profile.keyVersion }, profile.sealed);
}

/** The fields of the profile, for the server; null when it does not open. */
export async function giveBackProfile(keys: RowKeys, profile: StoredProfile): Promise<VaultProfile | null> {
  return profile.sealed === null ? profile.fields : openProfileRow(keys, profile);
}
