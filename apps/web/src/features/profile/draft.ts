/** The draft of the profile form: what somebody typed and did not save, sealed with their note key as note drafts are. */
import { isRecord, readJson } from '@nuances/domain/record';
import { useEffect, useState } from 'react';
import { storage } from '../../browser/local-storage.ts';
import { randomUuid } from '../../browser/uuid.ts';
import { profileDraftKeyOf } from '../../browser/view-keys.ts';
import { createDraftWriter, type DraftWriter } from '../../note-store/draft-writer.ts';
import { deviceKeyOf } from '../../keys/device-key.ts';
import { canEncrypt } from '../../keys/note-key.ts';
import { decryptDraft, placeOfDraft, putDraft, storedDrafts } from '../../note-store/sealed-drafts.ts';
import { asGender, isFieldName, type ProfileChanges } from './profile-values.ts';

const idOf = (userId: string) => `${userId}/profile`;

function changesOf(kept: unknown): ProfileChanges {
  if (!isRecord(kept)) return {};
  const fields = Object.entries(kept).filter(([name, value]) => isFieldName(name) && typeof value === 'string');
  return Object.fromEntries(fields.map(([name, value]) => [name, name === 'gender' ? asGender(value) : value]));
}

const clearTextDraft = (userId: string) => changesOf(readJson(storage.get(profileDraftKeyOf(userId))));

/** Seals the draft of an earlier version, once; its clear text goes as soon as the sealed one is kept. */
async function sealClearTextDraft(key: CryptoKey, userId: string): Promise<void> {
  if (storage.get(profileDraftKeyOf(userId)) === null) return;
  const changes = clearTextDraft(userId);
  if (Object.keys(changes).length > 0) await putDraft(async () => key, userId, idOf(userId), changes);
  storage.remove(profileDraftKeyOf(userId));
}

/** The stored draft, and the writer of the next one. */
export interface ProfileDraft {
  readonly changes: ProfileChanges;
  readonly writer: DraftWriter<ProfileChanges>;
}

/** The newest draft that the key opens: each tab has its own, so that a save in one leaves what is typed in another. */
async function findDraft(key: CryptoKey, userId: string) {
  const kept = (await storedDrafts()).filter(({ id }) => placeOfDraft(id) === idOf(userId));
  for (const draft of kept.sort((a, b) => b.keptAt - a.keptAt)) {
    const content = await decryptDraft(key, draft);
    if (content !== null) return { content, ...draft };
  }
  return null;
}

/** Reads the draft of an account. Without the note key nothing can be read, and nothing is written. Never rejects. */
export async function openProfileDraft(userId: string): Promise<ProfileDraft> {
  const key = canEncrypt() ? await deviceKeyOf(userId).catch(() => null) : null;
  if (key) await sealClearTextDraft(key, userId);
  const found = key && (await findDraft(key, userId));
  const editor = { name: randomUuid(), found };
  const writer = createDraftWriter<ProfileChanges>(userId, found?.id ?? idOf(userId), key, undefined, editor);
  // A clear text that cannot be sealed now waits for the next time.
  return { changes: key ? changesOf(found?.content) : clearTextDraft(userId), writer };
}

/** The draft of the profile form; null while it is being read. */
export function useProfileDraft(userId: string): ProfileDraft | null {
  const [draft, setDraft] = useState<ProfileDraft | null>(null);
  useEffect(() => {
    let unmounted = false;
    void openProfileDraft(userId).then((opened) => {
      if (!unmounted) setDraft(opened);
    });
    return () => {
      unmounted = true;
    };
  }, [userId]);
  return draft;
}
