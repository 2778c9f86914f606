/**
 * Sends items of the outbox of an account with a vault: everything that the person has said is sealed before it leaves the
 * device. An item that waited since before a move is sealed anew first.
 */
import {
  openNoteRow,
  openScanRow,
  openTagsOf,
  sealNoteForServer,
  sealNoteRow,
  sealScanRow,
  sealTagsOf,
  type RowKeys,
} from '@nuances/crypto/vault/rows';
import { toApiError } from '@nuances/domain/api-error';
import { contentId } from '@nuances/domain/content-id';
import { clearNoteContent } from '@nuances/domain/note/fields';
import { profileSchema } from '@nuances/domain/profile/fields';
import { readScanContent, scanContent } from '@nuances/domain/scan/fields';
import { isSameValue } from '@nuances/domain/thing';
import { checkForm } from '@nuances/domain/validation';
import type { VaultNote } from '@nuances/domain/vault/content';
import { firstKeyVersion } from '@nuances/domain/vault/state';
import { api } from '../api/client.ts';
import type { RouterInputs, RouterOutputs } from '../api/router-types.ts';
import { conflictTitle } from '../note-store/conflict-title.ts';
import type { SealedNote } from '../note-store/note.ts';
import { vaultRowKeys } from '../keys/row-sealing.ts';
import type {
  Delivery,
  PendingNote,
  PendingProfile,
  PendingScan,
  PendingTags,
  SealedContent,
  SealedTags,
} from '../offline/outbox-items.ts';
import { put } from '../offline/outbox.ts';
import { requireLoggedIn } from '../session/session-store.ts';
import { putProfile } from '../vault/put-profile.ts';
import { requireTrust } from '../keys/vault-view.ts';
import { putAfter, storeMerged, withTheirTags } from './merge-tags.ts';
import { RowRefused } from './row-refused.ts';

/** Keys of a vault that is written. */
type WritingKeys = RowKeys & { readonly writes: number };

type PutNote = NonNullable<RouterInputs['vault']['put']['notes']>[number];
type NoteOutcome = RouterOutputs['vault']['put']['notes'][number];
type SavedNotes = Extract<Delivery, { kind: 'note' }>['answer'];

async function putNote(keys: WritingKeys, note: PutNote): Promise<NoteOutcome> {
  const { notes } = await api.vault.put.mutate({ keyVersion: keys.writes, notes: [note] });
  const [outcome] = notes;
  if (!outcome) throw new RowRefused('unavailable');
  return outcome;
}

/** What a note says, in the outbox or in an answer; null when it does not open. */
function openStored(keys: RowKeys, id: string, stored: SealedContent | SealedNote): Promise<VaultNote | null> {
  const { title, text, categoryId } = stored;
  const vault = 'vault' in stored ? stored.vault : stored;
  const { sealed = null, keyVersion = firstKeyVersion } = vault && 'sealed' in vault ? vault : {};
  return openNoteRow(keys, { _id: id, title, text, categoryId, sealed, keyVersion });
}

/**
 * The content of an item under the key that is written now. It is stored before it is sent, so that a repeated request is
 * byte-identical.
 */
async function sealedNow(keys: WritingKeys, item: PendingNote, content: SealedContent) {
  if (content.vault?.keyVersion === keys.writes) return content.vault;
  const note = await openStored(keys, item.noteId, content);
  if (!note) throw new RowRefused('vaultSealed');
  const vault = { sealed: await sealNoteRow(keys, item.noteId, note), keyVersion: keys.writes };
  await put({ ...item, content: { ...content, title: '', text: '', categoryId: 'other', vault } });
  return vault;
}

/** Whether two notes say the same, so that no second one needs to be kept. */
const saysSame = (one: VaultNote, other: VaultNote) =>
  one.title === other.title && one.text === other.text && one.categoryId === other.categoryId;

/** Keeps the text of another device as a note of its own; repeated, it is the same note. */
async function keepBeside(keys: WritingKeys, stored: SealedNote, theirs: VaultNote): Promise<SealedNote> {
  const { _id, revision, scanResultId, createdAt, updatedAt } = stored;
  // The time too: after a restore revisions begin anew, beside the notes of earlier conflicts.
  const copyId = await contentId('conflict', [_id, String(revision), updatedAt]);
  const title = await conflictTitle(theirs, copyId);
  const sealed = await sealNoteRow(keys, copyId, { ...theirs, title: title ?? theirs.title });
  const filed = { _id: copyId, sealed, scanResultId, createdAt, updatedAt };
  requireLoggedIn(keys.owner);
  const { notes } = await api.vault.restore.mutate({
    keyVersion: keys.writes,
    notes: [{ ...filed, receivedAt: stored.receivedAt }],
  });
  const own = { title: '', text: '', categoryId: null, revision: notes[0]?.revision ?? 1 };
  return { ...filed, ...own, receivedAt: stored.receivedAt ?? null, keyVersion: keys.writes };
}

/** Edits of one note by two devices, in a row; each keeps one more text. */
const mostConflicts = 4;

async function storeNote(keys: WritingKeys, item: PendingNote, content: SealedContent): Promise<SavedNotes> {
  const vault = await sealedNow(keys, item, content);
  const { scanResultId, createdAt, movedTo } = content;
  let conflict: SealedNote | undefined;
  let { revision } = item;
  for (let tries = 0; tries < mostConflicts; tries += 1) {
    requireLoggedIn(item.owner);
    const sent = { _id: item.noteId, isMove: false, sealed: vault.sealed, scanResultId, createdAt, movedTo, revision };
    const outcome = await putNote(keys, sent);
    if (outcome.outcome === 'refused') throw new RowRefused(outcome.code);
    if (outcome.outcome === 'saved') {
      const { outcome: _saved, ...filed } = outcome;
      const note = { ...filed, title: '', text: '', categoryId: null, ...vault };
      return { note, ...(conflict && { conflict }) };
    }
    const stored = outcome.note;
    const [own, theirs] = await Promise.all([
      openNoteRow(keys, { ...noText, _id: item.noteId, ...vault }),
      openStored(keys, item.noteId, stored),
    ]);
    // Writing over a text that this device cannot read would lose it.
    if (!own || !theirs) throw new RowRefused('vaultChanged');
    const isMoved = movedTo === undefined || Date.parse(movedTo) === Date.parse(stored.createdAt);
    // The answer to an earlier attempt was lost.
    if (isMoved && saysSame(own, theirs) && stored.scanResultId === scanResultId) return { note: stored };
    // Of the same time it is what the person saw: only its scan is gone.
    if (!saysSame(own, theirs) && stored.updatedAt !== item.updatedAt)
      conflict = await keepBeside(keys, stored, theirs);
    ({ revision } = stored);
  }
  throw new RowRefused('vaultChanged');
}

const noText = { title: '', text: '', categoryId: null };

async function deliverNote(keys: WritingKeys, item: PendingNote, content: SealedContent): Promise<Delivery> {
  try {
    return { kind: 'note', item, answer: await storeNote(keys, item, content) };
  } catch (error) {
    const isUnlinked = error instanceof RowRefused && error.data.app.code === 'notFound';
    // The scan was deleted meanwhile; its notes stay, without the link.
    if (!isUnlinked || content.scanResultId === null) throw error;
    return { kind: 'note', item, answer: await storeNote(keys, item, { ...content, scanResultId: null }) };
  }
}

async function deliverScan(keys: WritingKeys, item: PendingScan): Promise<Delivery> {
  const { id, createdAt } = item;
  const content = scanContent(item);
  const sealed = await sealScanRow(keys, id, content);
  const sent = { _id: id, isMove: false, sealed, tags: null, createdAt };
  // Another account may have a vault with a key of the same number.
  requireLoggedIn(keys.owner);
  const { scans } = await api.vault.put.mutate({ keyVersion: keys.writes, scans: [sent] });
  const [outcome] = scans;
  if (!outcome) throw new RowRefused('unavailable');
  if (outcome.outcome === 'refused') throw new RowRefused(outcome.code);
  if (outcome.outcome === 'conflict') {
    const stored = await openScanRow(keys, outcome.scan);
    // Not the same: the answer to an earlier attempt was lost.
    if (!isSameValue(stored && scanContent(stored), content)) throw new RowRefused('scanExists');
  }
  return { kind: 'scan', item };
}

/** The tags of an item under the key that is written now. */
async function tagsNow(
  keys: RowKeys,
  { scanId, tags, keyVersion = firstKeyVersion }: PendingTags,
): Promise<string | null> {
  if (tags === null || (keyVersion === keys.writes && keys.writes !== null)) return tags;
  const opened = await openTagsOf(keys, { _id: scanId, keyVersion }, tags);
  if (!opened) throw new RowRefused('vaultSealed');
  return sealTagsOf(keys, scanId, opened);
}

/** The tags of an item, with what another device has changed since they were chosen. */
function mergedNow(
  keys: WritingKeys,
  item: PendingTags,
  own: string | null,
  theirs: SealedTags,
): Promise<string | null> {
  const rows: Parameters<typeof withTheirTags>[3] = {
    openTags: (scan, envelope) => openTagsOf(keys, scan, envelope),
    sealTags: (scanId, tags) => sealTagsOf(keys, scanId, tags),
  };
  return withTheirTags(item, { tags: own, keyVersion: keys.writes }, theirs, rows);
}

/**
 * Seals the whole scan with its tags: it is still one of a former key.
 * @returns the tags as they are stored; undefined when others were stored meanwhile
 */
async function sealWithTags(
  keys: WritingKeys,
  item: PendingTags,
  own: string | null,
): Promise<string | null | undefined> {
  const { scanId } = item;
  const scan = await api.results.byId.query({ _id: scanId });
  const content = scan.answers === null ? null : readScanContent(scan);
  if (!content) throw new RowRefused('vaultChanged');
  const [sealed, tags] = await Promise.all([sealScanRow(keys, scanId, content), mergedNow(keys, item, own, scan)]);
  const sent = { _id: scanId, isMove: true, sealed, tags, tagsBefore: scan.tags, createdAt: scan.createdAt };
  requireLoggedIn(keys.owner);
  const { scans } = await api.vault.put.mutate({ keyVersion: keys.writes, scans: [sent] });
  return scans[0]?.outcome === 'saved' ? tags : undefined;
}

/** Stores tags under the key that is written now. @returns the tags as they are stored */
function storeTags(keys: WritingKeys, item: PendingTags, own: string | null): Promise<string | null> {
  const { writes: keyVersion } = keys;
  const put = async (tags: string | null, tagsBefore?: string | null) => {
    try {
      return await api.vault.setTags.mutate({ _id: item.scanId, keyVersion, tags, tagsBefore });
    } catch (error) {
      if (toApiError(error).code !== 'notFound') throw error;
      const sealed = await sealWithTags(keys, item, own);
      return sealed === undefined ? null : { isSaved: true, tags: sealed };
    }
  };
  return storeMerged(item, own, put, (tags) => mergedNow(keys, item, own, { tags, keyVersion }));
}

async function deliverTags(keys: WritingKeys, item: PendingTags): Promise<Delivery> {
  const keyVersion = keys.writes;
  const own = await tagsNow(keys, item);
  let tags = own;
  try {
    tags = await storeTags(keys, item, own);
    await putAfter(item, { tags: own, keyVersion }, { tags, keyVersion });
  } catch (error) {
    // The scan was deleted meanwhile, and its tags with it.
    if (toApiError(error).code !== 'notFound') throw error;
  }
  return { kind: 'tags', item: { ...item, tags, keyVersion } };
}

async function deliverProfile(keys: WritingKeys, item: PendingProfile): Promise<Delivery> {
  // Another tab or device may have saved meanwhile: only the fields changed here replace stored values.
  const stored = await api.profile.get.query();
  requireLoggedIn(item.owner);
  // The server cannot check what it cannot read.
  const merged = { ...stored, dateOfBirth: stored.dateOfBirth ?? '', ...item.changes, email: stored.email };
  const faults = checkForm(profileSchema, merged);
  if (faults) throw new RowRefused('badRequest', faults);
  return { kind: 'profile', item, profile: await putProfile(keys, stored, profileSchema.parse(merged)) };
}

/** An item of an account that moves back to the server: its envelopes are of version 1 again. */
async function forServer(keys: RowKeys, item: PendingNote | PendingTags): Promise<PendingNote | PendingTags> {
  if (item.kind === 'tags') {
    const { keyVersion: _version, ...rest } = item;
    return { ...rest, tags: await tagsNow(keys, item) };
  }
  if (!item.content?.vault) return item;
  const { vault: _vault, ...content } = item.content;
  const note = await openStored(keys, item.noteId, item.content);
  if (!note) throw new RowRefused('vaultSealed');
  const plain = {
    ...item,
    content: { ...clearNoteContent(content), ...content, ...(await sealNoteForServer(keys, note)) },
  };
  await put(plain);
  return plain;
}

/** Items that have a content to seal. */
export type VaultItem = PendingScan | PendingNote | PendingTags | PendingProfile;

/**
 * Sends one item. Rejects when the call does; while the vault is closed, or while the server is not trusted, as without a
 * network.
 * @param deliverPlain sends what is not sealed by the vault
 */
export async function deliverToVault(
  owner: string,
  item: VaultItem,
  deliverPlain: (item: VaultItem) => Promise<Delivery>,
): Promise<Delivery> {
  requireTrust();
  const keys = await vaultRowKeys(owner);
  const { writes } = keys;
  if (writes === null)
    return deliverPlain(item.kind === 'note' || item.kind === 'tags' ? await forServer(keys, item) : item);
  const writing = { ...keys, writes };
  switch (item.kind) {
    case 'scan':
      return deliverScan(writing, item);
    case 'tags':
      return deliverTags(writing, item);
    case 'note':
      return item.content === null ? deliverPlain(item) : deliverNote(writing, item, item.content);
    case 'profile':
      return deliverProfile(writing, item);
  }
}
