import { sealText, openWith } from '@nuances/crypto/note-envelope';
import type { NoteRow } from '@nuances/crypto/vault/rows';
import { tagsOfText, textOfTags } from '@nuances/domain/scan/tags';
import type { VaultNote } from '@nuances/domain/vault/content';
import type { SealedContent } from '../offline/outbox-items.ts';

/** The place of a scan whose tags are opened. */
type TaggedScan = Parameters<typeof import('@nuances/crypto/vault/rows').openTagsOf>[1];

/** Opens and seals what the server stores of the notes and tags of an account, in a vault or without one. */
export interface RowSealing {
  /** Version of the key of the vault that seals; null outside of a vault. */
  readonly writes: number | null;
  /** The content of a note; null when it does not open. Never rejects. */
  readonly openNote: (row: NoteRow) => Promise<VaultNote | null>;
  readonly sealNote: (
    id: string,
    note: VaultNote,
  ) => Promise<Pick<SealedContent, 'title' | 'text' | 'categoryId' | 'vault'>>;
  /** The tags of a scan; null when they do not open. Never rejects. */
  readonly openTags: (scan: TaggedScan, envelope: string) => Promise<readonly string[] | null>;
  /**
   * The envelope of the tags of a scan; null for none.
   * @throws ZodError for tags that break a rule
   */
  readonly sealTags: (scanId: string, tags: readonly string[]) => Promise<string | null>;
}

/**
 * Without a vault: envelopes of version 1.
 * @param former keys of before a vault: another version of the program may have stored what this device alone opens
 */
export function withNoteKey(key: CryptoKey, former: readonly CryptoKey[] = []): RowSealing {
  const open = (envelope: string) => openWith([key, ...former], envelope);
  return {
    writes: null,
    async openNote({ sealed, title, text, categoryId }) {
      // A vault was made elsewhere: title and text are empty, and an empty envelope opens with every key.
      if (typeof sealed === 'string') return null;
      try {
        const [openTitle, openedText] = await Promise.all([open(title), open(text)]);
        return { title: openTitle, text: openedText, categoryId: categoryId ?? 'other' };
      } catch {
        return null;
      }
    },
    async sealNote(_id, { title, text, categoryId }) {
      const [sealedTitle, sealed] = await Promise.all([sealText(key, title), sealText(key, text)]);
      return { title: sealedTitle, text: sealed, categoryId };
    },
    openTags: (_scan, envelope) => open(envelope).then(tagsOfText, () => null),
    async sealTags(_scanId, tags) {
      const text = textOfTags(tags);
      return text === null ? null : sealText(key, text);
    },
  };
}
