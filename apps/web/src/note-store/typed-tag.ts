import { isRecord } from '@nuances/domain/record';
import { currentUserId } from '../session/session-store.ts';
import { createDraftWriter, type DraftWriter } from './draft-writer.ts';
import { knownDeviceKey } from '../keys/device-key.ts';
import { decryptDraft, storedDrafts } from './sealed-drafts.ts';

/** A word that was typed for a scan and is not one of its tags yet; sealed like other drafts. */
export interface TypedTag {
  readonly text: string;
  readonly writer: DraftWriter<{ readonly text: string }>;
}

/** Reads what was typed for a scan; null without a session. Never rejects. */
export async function openTypedTag(scanId: string): Promise<TypedTag | null> {
  const owner = currentUserId();
  if (owner === null) return null;
  const id = `${owner}/tag/${scanId}`;
  const key = await knownDeviceKey(owner).catch(() => null);
  const kept = key && (await storedDrafts()).find((draft) => draft.id === id);
  const content = kept && (await decryptDraft(key, kept));
  const text = isRecord(content) && typeof content['text'] === 'string' ? content['text'] : '';
  return { text, writer: createDraftWriter(owner, id, key) };
}
