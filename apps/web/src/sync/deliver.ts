import { longToastMs, showToast } from '@nuances/ui/toast';
import { toApiError } from '@nuances/domain/api-error';
import { markConflictTitle } from '../note-store/conflict-title.ts';
import { requireLoggedIn } from '../session/session-store.ts';
import { api } from '../api/client.ts';
import { dependentsOf } from '../offline/send.ts';
import { deliverReminder } from './deliver-reminder.ts';
import { putAfter, storeMerged, withTheirTags } from './merge-tags.ts';
import { RowRefused } from './row-refused.ts';
import { scanInput } from './scan-input.ts';
import { loadNamespaces, currentI18n } from '../i18n/locale-store.ts';
import { askAboutVault, noticeVault } from '../vault/load-vault.ts';
import { rowSealingOf } from '../keys/row-sealing.ts';
import { hasVault } from '../keys/vault-mark.ts';
import type {
  Delivery,
  PendingNote,
  PendingProfile,
  PendingScan,
  PendingTags,
  ReadableItem,
  SealedContent,
} from '../offline/outbox-items.ts';

async function deliverScan(item: PendingScan): Promise<Delivery> {
  // A vault may have been turned on elsewhere since: then it is sealed first.
  await api.results.create.mutate({ ...scanInput(item), unlessVault: true });
  return { kind: 'scan', item };
}

/** Stores tags. @returns the tags as they are stored */
function storeTags(item: PendingTags): Promise<string | null> {
  const put = async (tags: string | null, tagsBefore?: string | null) => {
    const stored = await api.results.setTags.mutate({ _id: item.scanId, tags, tagsBefore });
    return { isSaved: stored.tags === tags, tags: stored.tags };
  };
  return storeMerged(item, item.tags, put, async (tags) => {
    // Without the key the choice replaces them.
    const rows = await rowSealingOf(item.owner).catch(() => null);
    return rows ? withTheirTags(item, item, { tags }, rows) : item.tags;
  });
}

async function deliverTags(item: PendingTags): Promise<Delivery> {
  try {
    const tags = await storeTags(item);
    const { keyVersion } = item;
    await putAfter(item, { tags: item.tags, keyVersion }, { tags, keyVersion });
    return { kind: 'tags', item: { ...item, tags } };
  } catch (error) {
    // The scan was deleted meanwhile, and its tags with it.
    if (toApiError(error).code !== 'notFound') throw error;
  }
  return { kind: 'tags', item };
}

async function removeNote({ owner, noteId, updatedAt = null }: PendingNote): Promise<void> {
  if (!hasVault(owner)) return void (await api.notes.delete.mutate({ _id: noteId, updatedAt }));
  const seen = updatedAt === null ? [] : [{ _id: noteId, updatedAt }];
  return (await import('../vault/manifest-store.ts')).removeSealed(owner, { notes: [noteId], seen });
}

/** Deletes a note, unless another device has written another text since: that one stays, and the person is told. */
async function deleteNote(item: PendingNote): Promise<Delivery> {
  try {
    await removeNote(item);
  } catch (error) {
    const { code } = toApiError(error);
    if (code === 'noteChanged') {
      // Whoever has undone the deletion meanwhile is told once, by the text that is sent next.
      if (dependentsOf(item.id).length === 0) showNoteToast('noteChanged').catch(() => undefined);
      return { kind: 'note', item, answer: null, isKept: true };
    }
    // It was deleted elsewhere, or the answer to an earlier attempt was lost.
    if (code !== 'notFound') throw error;
  }
  return { kind: 'note', item, answer: null };
}

/** Shows a toast that the same note was changed elsewhere; what was done here may be old. */
async function showNoteToast(text: 'noteConflict' | 'noteChanged'): Promise<void> {
  await loadNamespaces('error');
  showToast({ kind: 'info', text: currentI18n().LL.error[text](), duration: longToastMs });
}

async function storeNote({ owner, noteId, revision, updatedAt }: PendingNote, content: SealedContent) {
  // Never `update`: a note that was deleted elsewhere is restored with this text, so that the text is not lost.
  const answer = await api.notes.create.mutate({ _id: noteId, ...content, revision, updatedAt });
  const { conflict } = answer;
  if (!conflict) return answer;
  showNoteToast('noteConflict').catch(() => undefined);
  // Both texts are stored by now. If the title cannot be changed, nothing is sent again.
  return { ...answer, conflict: await markConflictTitle(owner, conflict).catch(() => conflict) };
}

/** @throws RowRefused for what no key here opens: no other one will ever seal it, and it would be refused for ever */
async function requireOpening(item: ReadableItem): Promise<void> {
  if (item.owner === null || (item.kind !== 'note' && item.kind !== 'tags')) return;
  const [{ opensHere }, { noteKeyOf }] = await Promise.all([
    import('../note-store/reseal.ts'),
    import('../keys/note-key.ts'),
  ]);
  await noteKeyOf(item.owner);
  if (!(await opensHere(item))) throw new RowRefused(item.kind === 'note' ? 'noteNotSealed' : 'tagsNotSealed');
}

async function deliverNote(item: PendingNote): Promise<Delivery> {
  const { content } = item;
  if (content === null) return deleteNote(item);
  if (content.vault) {
    await requireOpening(item);
    // Its vault has ended meanwhile, and it is sealed anew (`note-store/reseal.ts`).
    throw new TypeError('the note is sealed by a vault');
  }
  try {
    return { kind: 'note', item, answer: await storeNote(item, content) };
  } catch (error) {
    const { code, fields } = toApiError(error);
    // The scan was deleted meanwhile; its notes stay, without the link.
    if (code !== 'notFound' || fields['scanResultId'] === undefined) throw error;
    requireLoggedIn(item.owner);
    return { kind: 'note', item, answer: await storeNote(item, { ...content, scanResultId: null }) };
  }
}

async function deliverProfile(item: PendingProfile): Promise<Delivery> {
  // Another tab or device may save meanwhile: only the fields changed here, and those that the call needs, are sent.
  const { firstName, lastName, dateOfBirth, countryOfResidency, email } = await api.profile.get.query();
  requireLoggedIn(item.owner);
  const profile = await api.profile.update.mutate({
    firstName,
    lastName,
    // The call takes an empty text for none.
    dateOfBirth: dateOfBirth ?? '',
    countryOfResidency,
    ...item.changes,
    // Not from the item: items of earlier versions may contain an e-mail address, whose change now needs the password.
    email,
  });
  return { kind: 'profile', item, profile };
}

/** Sends an item of an account without a vault. */
function deliverPlain(item: ReadableItem): Promise<Delivery> {
  switch (item.kind) {
    case 'scan':
      return deliverScan(item);
    case 'tags':
      return deliverTags(item);
    case 'note':
      return deliverNote(item);
    case 'profile':
      return deliverProfile(item);
    case 'reminder':
      return deliverReminder(item);
  }
}

/** As {@link deliverPlain}: the account may have a vault that this device does not know of, or had one. */
async function deliverUnaware(owner: string | null, item: ReadableItem): Promise<Delivery> {
  try {
    return await deliverPlain(item);
  } catch (error) {
    const { code } = toApiError(error);
    if (code === 'vaultChanged') await requireOpening(item);
    if (owner !== null && code === 'vaultSealed') noticeVault(owner);
    if (owner !== null && (code === 'vaultSealed' || code === 'vaultChanged')) askAboutVault(owner);
    throw error;
  }
}

/** Sends one item of the outbox once; rejects when the call does. */
export async function deliver(item: ReadableItem): Promise<Delivery> {
  // A reminder says nothing of a person.
  if (item.kind === 'reminder' || item.owner === null || !hasVault(item.owner)) return deliverUnaware(item.owner, item);
  const { owner } = item;
  const { deliverToVault } = await import('./deliver-to-vault.ts');
  const delivery = await deliverToVault(owner, item, deliverPlain).catch((error: unknown) => {
    // Another device has renewed the key or turned the vault off, while this page was open.
    const { code } = toApiError(error);
    if (code === 'vaultChanged' || code === 'vaultSealed') askAboutVault(owner);
    throw error;
  });
  if (delivery.kind === 'note' && delivery.answer?.conflict) showNoteToast('noteConflict').catch(() => undefined);
  return delivery;
}
