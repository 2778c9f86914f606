/**
 * The rows of an account, to and from their envelopes of either version. Version 2 holds everything that a person has said;
 * version 1 holds title, text and tags, and the rest of a row is readable (docs/vault.md). While an account moves, it has
 * rows of both.
 */
import type { NoteCategory } from '@nuances/domain/axes';
import { readMoodContent } from '@nuances/domain/moods/fields';
import { readScanContent, type ScanContent } from '@nuances/domain/scan/fields';
import { tagsOfText, textOfTags } from '@nuances/domain/scan/tags';
import {
  textOfVaultMoods,
  textOfVaultNote,
  textOfVaultProfile,
  textOfVaultScan,
  vaultMoodsOf,
  vaultNoteOf,
  vaultProfileOf,
  vaultScanOf,
  type VaultMoods,
  type VaultNote,
  type VaultProfile,
} from '@nuances/domain/vault/content';
import { firstKeyVersion } from '@nuances/domain/vault/state';
import { vaultPrefix } from '../envelope-shape.ts';
import { openWith, sealText, type NoteKey } from '../note-envelope.ts';
import type { VaultKeys } from './account-key.ts';
import { openContent, sealContent, type EnvelopePlace } from './envelope.ts';

/** What opens and seals the rows of one account. A worker can be given it. */
export interface RowKeys {
  readonly owner: string;
  /** Keys of the vault by version of the account key: two while it is renewed, none without a vault. */
  readonly versions: ReadonlyMap<number, VaultKeys>;
  /** The version under which rows are sealed; null outside of a vault. */
  readonly writes: number | null;
  /** The key of envelopes of version 1; null when there is none any more. */
  readonly noteKey: NoteKey | null;
  /** Note keys of before another vault: this device alone opens what they sealed. */
  readonly formerNoteKeys?: readonly NoteKey[];
}

/** What opens what an account without a vault has. */
export const serverKeys = (noteKey: NoteKey | null): RowKeys => ({
  owner: '',
  versions: new Map(),
  writes: null,
  noteKey,
});

/** Nothing can be sealed: the vault is closed on this device. */
export class VaultClosed extends Error {
  override readonly name = 'VaultClosed';
}

interface RowPlace {
  readonly _id: string;
  /** Version of the account key that sealed the row; an account without a vault lists none. */
  readonly keyVersion?: number | undefined;
}

/** A note as it is listed. */
export interface NoteRow extends RowPlace {
  /** Envelope of version 2; without one, title and text are envelopes of version 1. */
  readonly sealed?: string | null | undefined;
  readonly title: string;
  readonly text: string;
  readonly categoryId: NoteCategory | null;
}

/** A scan or a part of moods as it is listed. */
export interface ContentRow extends RowPlace {
  /** Envelope of version 2; without one the content is readable. */
  readonly sealed?: string | null | undefined;
}

// Ten thousand rows are opened in a row, and each function that awaits costs as much as to decrypt one: they hand promises on.

/** Opens an envelope of version 2 at its place; null when it does not open. */
function opened(
  { owner, versions }: RowKeys,
  content: EnvelopePlace['content'],
  { _id, keyVersion = firstKeyVersion }: RowPlace,
  envelope: string,
): Promise<string | null> {
  const keys = versions.get(keyVersion);
  if (!keys) return Promise.resolve(null);
  return openContent(keys, { userId: owner, content, itemId: _id, keyVersion }, envelope);
}

/** @throws VaultClosed */
async function sealed(
  { owner, versions, writes }: RowKeys,
  content: EnvelopePlace['content'],
  itemId: string,
  text: string,
): Promise<string> {
  const keys = writes === null ? undefined : versions.get(writes);
  if (writes === null || !keys) throw new VaultClosed('Nothing can be sealed without the keys of the vault');
  return sealContent(keys, { userId: owner, content, itemId, keyVersion: writes }, text);
}

/** Opens an envelope of version 1; null when it does not open. */
export async function openedBefore(
  { noteKey, formerNoteKeys = [] }: RowKeys,
  envelope: string,
): Promise<string | null> {
  return openWith(noteKey === null ? formerNoteKeys : [noteKey, ...formerNoteKeys], envelope).catch(() => null);
}

/** The content of a note; null when it does not open. */
export async function openNoteRow(keys: RowKeys, row: NoteRow): Promise<VaultNote | null> {
  if (typeof row.sealed === 'string') {
    const text = await opened(keys, 'note', row, row.sealed);
    return text === null ? null : vaultNoteOf(text);
  }
  const [title, text] = await Promise.all([openedBefore(keys, row.title), openedBefore(keys, row.text)]);
  return title === null || text === null ? null : { title, text, categoryId: row.categoryId ?? 'other' };
}

/** The envelope of a note. @throws VaultClosed */
export function sealNoteRow(keys: RowKeys, id: string, note: VaultNote): Promise<string> {
  return sealed(keys, 'note', id, textOfVaultNote(note));
}

/** The envelopes of version 1 of a note, and its category. @throws VaultClosed without the note key */
export async function sealNoteForServer({ noteKey }: RowKeys, { title, text, categoryId }: VaultNote) {
  if (noteKey === null) throw new VaultClosed('There is no key of the server');
  const [sealedTitle, sealedText] = await Promise.all([sealText(noteKey, title), sealText(noteKey, text)]);
  return { title: sealedTitle, text: sealedText, categoryId };
}

/** What was said in a scan; null when it does not open. */
export function openScanRow(keys: RowKeys, row: ContentRow): Promise<ScanContent | null> {
  if (typeof row.sealed !== 'string') return Promise.resolve(readScanContent(row));
  return opened(keys, 'scan', row, row.sealed).then((text) => (text === null ? null : vaultScanOf(text)));
}

/** The envelope of a scan. @throws VaultClosed */
export function sealScanRow(keys: RowKeys, id: string, scan: ScanContent): Promise<string> {
  return sealed(keys, 'scan', id, textOfVaultScan(scan));
}

/**
 * The tags in an envelope of either version; null when it does not open.
 * @param scan what the tags are of
 */
export async function openTagsOf(keys: RowKeys, scan: RowPlace, envelope: string): Promise<readonly string[] | null> {
  const text = envelope.startsWith(vaultPrefix)
    ? await opened(keys, 'tags', scan, envelope)
    : await openedBefore(keys, envelope);
  return text === null ? null : tagsOfText(text);
}

/**
 * The envelope of the tags of a scan, of the version that is written now; null for none.
 * @throws VaultClosed, and ZodError for tags that break a rule
 */
export async function sealTagsOf(keys: RowKeys, scanId: string, tags: readonly string[]): Promise<string | null> {
  const text = textOfTags(tags);
  if (text === null) return null;
  if (keys.writes !== null) return sealed(keys, 'tags', scanId, text);
  if (keys.noteKey === null) throw new VaultClosed('There is no key of the server');
  return sealText(keys.noteKey, text);
}

/** What a part of moods says, readable or not; null when it does not open. */
export async function openMoodsRow(keys: RowKeys, row: ContentRow): Promise<VaultMoods | null> {
  if (typeof row.sealed !== 'string') return readMoodContent(row);
  const text = await opened(keys, 'moods', row, row.sealed);
  return text === null ? null : vaultMoodsOf(text);
}

/** The envelope of a part of moods. @throws VaultClosed */
export function sealMoodsRow(keys: RowKeys, id: string, part: VaultMoods): Promise<string> {
  return sealed(keys, 'moods', id, textOfVaultMoods(part));
}

/** The sealed part of a profile; null when it does not open. */
export async function openProfileRow(
  keys: RowKeys,
  { sealed: envelope, keyVersion }: { readonly sealed: string; readonly keyVersion: number },
): Promise<VaultProfile | null> {
  const text = await opened(keys, 'profile', { _id: keys.owner, keyVersion }, envelope);
  return text === null ? null : vaultProfileOf(text);
}

/** The envelope of a profile. @throws VaultClosed */
export function sealProfileRow(keys: RowKeys, profile: VaultProfile): Promise<string> {
  return sealed(keys, 'profile', keys.owner, textOfVaultProfile(profile));
}
