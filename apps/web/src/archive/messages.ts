/** What a page and its worker say to each other. */
import type { RowKeys } from '@nuances/crypto/vault/rows';
import type { ExportFile } from '@nuances/domain/export-file';
import type { FaultyRecord } from '@nuances/domain/restore/read';
import type { RefusalReason } from '@nuances/domain/archive/refused';
import type { Archive, ArchiveSource } from './make-archive.ts';
import type { JournalRequest, JournalSummary, MoodName, OfferedColumn } from './journal/journal-work.ts';
import type { JournalRefusal } from './journal/journal-refused.ts';

/** One piece of work; a worker does one and ends. */
export type ArchiveRequest =
  | { readonly kind: 'make'; readonly source: ArchiveSource }
  /** `keys`: of the vault of the account that it is read for; null without one. */
  | { readonly kind: 'read'; readonly file: Blob; readonly passphrase: string | null; readonly keys: RowKeys | null }
  | ({ readonly kind: 'journal' } & JournalRequest);

/** What was read, but its scans, notes and moods, which come in pieces before it. */
export interface ReadHead extends Omit<ExportFile, 'scans' | 'notes' | 'moods'> {
  /** The first records that are left out. */
  readonly faults: readonly FaultyRecord[];
  readonly faultCount: number;
}

/** Answers of the worker; the last ones end it. */
export type ArchiveReply =
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  | { readonly kind: 'scans'; readonly scans: ExportFile['scans'] }
  | { readonly kind: 'notes'; readonly notes: ExportFile['notes'] }
  | { readonly kind: 'moods'; readonly moods: ExportFile['moods'] }
  | ({ readonly kind: 'made'; readonly file: Blob } & Omit<Archive, 'bytes'>)
  | { readonly kind: 'read'; readonly head: ReadHead }
  | { readonly kind: 'sealed' | 'wrongPassphrase' | 'failed' }
  | { readonly kind: 'refused'; readonly reason: RefusalReason }
  /** A journal, but its scans and notes, which come in pieces before it. */
  | { readonly kind: 'journal'; readonly head: JournalSummary }
  /** The person has to say what the columns are. */
  | { readonly kind: 'columns'; readonly columns: readonly OfferedColumn[]; readonly rows: number }
  /** The person has to say what names of moods stand for. */
  | { readonly kind: 'moodNames'; readonly names: readonly MoodName[] }
  | { readonly kind: 'journalRefused'; readonly reason: JournalRefusal };
