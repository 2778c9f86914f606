import { axisIds } from '@nuances/domain/axes';
import type { TableMapping } from '@nuances/domain/import/table';
import { currentI18n } from '../../../i18n/locale-store.ts';
import { createAdditionRun, planFor, type Previewed } from '../addition-run.ts';
import { runInWorker, type ArchiveOutcome } from '../../../archive/archive-worker.ts';
import type { JournalRefusal } from '../../../archive/journal/journal-refused.ts';
import type { JournalSummary, JournalWords, OfferedColumn } from '../../../archive/journal/journal-work.ts';
import { sentenceOf } from '../../../i18n/sentence-of.ts';

/** A table whose columns the person names. */
export interface OpenTable {
  readonly file: File;
  readonly columns: readonly OfferedColumn[];
  readonly rows: number;
  /** How it was read last; null at first. */
  readonly mapping: TableMapping | null;
}

/** State of the reading of another journal. */
export type JournalReading =
  | { readonly step: 'idle' | 'reading' }
  | { readonly step: 'refused'; readonly reason: JournalRefusal }
  | { readonly step: 'failed'; readonly sentence: () => string }
  | { readonly step: 'columns'; readonly table: OpenTable }
  /** `table`: null for a journal whose form is known. */
  | ({ readonly step: 'preview'; readonly head: JournalSummary; readonly table: OpenTable | null } & Previewed);

/** The import of another journal. */
export const journalRun = createAdditionRun<JournalReading>({ step: 'idle' });

/** What is written into notes, in the language of the page. */
function journalWords(): JournalWords {
  const { LL } = currentI18n();
  const { words, mood } = LL.profile.config.journal;
  return {
    mood: words.mood(),
    tags: words.tags(),
    axes: axisIds.map((axis) => words.axis({ left: LL.axis[axis].left(), right: LL.axis[axis].right() })),
    moodOnly: words.moodOnly(),
    moods: [mood.first(), mood.second(), mood.third(), mood.fourth(), mood.fifth()],
  };
}

async function stateAfter(
  owner: string,
  file: File,
  table: OpenTable | null,
  outcome: ArchiveOutcome,
): Promise<JournalReading> {
  if (outcome.kind === 'columns')
    return { step: 'columns', table: { file, columns: outcome.columns, rows: outcome.rows, mapping: null } };
  if (outcome.kind === 'journalRefused') return { step: 'refused', reason: outcome.reason };
  if (outcome.kind !== 'journal') return { step: 'refused', reason: 'unreadable' };
  const planned = await planFor(owner, outcome);
  if ('code' in planned) return { step: 'failed', sentence: sentenceOf(planned) };
  return { step: 'preview', ...planned, profile: null, head: outcome.head, table };
}

function read(file: File, table: OpenTable | null): Promise<void> {
  const request = { kind: 'journal', file, words: journalWords(), mapping: table?.mapping ?? null } as const;
  return journalRun.start(
    { step: 'reading' },
    async (owner, signal) => stateAfter(owner, file, table, await runInWorker(request, signal)),
    (sentence) => ({ step: 'failed', sentence }),
  );
}

/** Reads the file of another journal, and says what it would add, or asks for its columns. Nothing is changed. */
export function readJournal(file: File): Promise<void> {
  return read(file, null);
}

/** Reads a table by its columns, and says what it would add. Nothing is changed. */
export function readTable(table: OpenTable, mapping: TableMapping): Promise<void> {
  return read(table.file, { ...table, mapping });
}

/** Back from what a table would add to its columns, as they were chosen. */
export function changeColumns(table: OpenTable): void {
  journalRun.startOver();
  journalRun.state.set({ step: 'columns', table });
}
