import { axisIds } from '@nuances/domain/axes';
import type { TableMapping } from '@nuances/domain/import/table';
import { currentI18n } from '../../../i18n/locale-store.ts';
import type { ReadingFile } from '../choose-file.tsx';
import { planFor, type Previewed } from '../addition-plan.ts';
import { createAdditionRun } from '../addition-run.ts';
import { runInWorker, type ArchiveOutcome } from '../../../archive/archive-worker.ts';
import type { JournalRefusal } from '../../../archive/journal/journal-refused.ts';
import type { JournalSummary, JournalWords, MoodName, OfferedColumn } from '../../../archive/journal/journal-work.ts';
import { sentenceOf } from '../../../i18n/sentence-of.ts';

/** A table whose columns the person names. */
export interface OpenTable {
  readonly file: File;
  readonly columns: readonly OfferedColumn[];
  readonly rows: number;
  /** How it was read last; null at first. */
  readonly mapping: TableMapping | null;
}

/** Names of moods of a file that the person places on the scale. */
export interface OpenNames {
  readonly file: File;
  readonly table: OpenTable | null;
  readonly names: readonly MoodName[];
  /** As they were placed last; null at first. */
  readonly levels: Readonly<Record<string, number>> | null;
}

/** State of the reading of another journal. */
export type JournalReading =
  | { readonly step: 'idle' }
  | ReadingFile
  | { readonly step: 'refused'; readonly reason: JournalRefusal }
  | { readonly step: 'failed'; readonly sentence: () => string }
  | { readonly step: 'columns'; readonly table: OpenTable }
  | { readonly step: 'names'; readonly open: OpenNames }
  /** `table`: null for a journal whose form is known; `names`: null where no mood needed a number. */
  | ({
      readonly step: 'preview';
      readonly head: JournalSummary;
      readonly table: OpenTable | null;
      readonly names: OpenNames | null;
    } & Previewed);

export const journalRun = createAdditionRun<JournalReading>({ step: 'idle' });

/** What is written into notes, in the language of the page. */
function journalWords(): JournalWords {
  const { LL } = currentI18n();
  const { words, mood } = LL.profile.config.journal;
  return {
    mood: words.mood(),
    zone: words.zone(),
    tags: words.tags(),
    axes: axisIds.map((axis) => words.axis({ left: LL.axis[axis].left(), right: LL.axis[axis].right() })),
    moodOnly: words.moodOnly(),
    moods: [mood.first(), mood.second(), mood.third(), mood.fourth(), mood.fifth()],
  };
}

/** What the person has said of a file so far. */
interface Answers {
  readonly table: OpenTable | null;
  readonly names: OpenNames | null;
}

async function stateAfter(
  owner: string,
  file: File,
  { table, names }: Answers,
  outcome: ArchiveOutcome,
): Promise<JournalReading> {
  if (outcome.kind === 'columns')
    return { step: 'columns', table: { file, columns: outcome.columns, rows: outcome.rows, mapping: null } };
  if (outcome.kind === 'moodNames') return { step: 'names', open: { file, table, names: outcome.names, levels: null } };
  if (outcome.kind === 'journalRefused') return { step: 'refused', reason: outcome.reason };
  if (outcome.kind !== 'journal') return { step: 'refused', reason: 'unreadable' };
  const planned = await planFor(owner, outcome, true);
  if ('code' in planned) return { step: 'failed', sentence: sentenceOf(planned) };
  return { step: 'preview', ...planned, profile: null, head: outcome.head, table, names };
}

function read(file: File, answers: Answers): Promise<void> {
  const { table, names } = answers;
  const said = { mapping: table?.mapping ?? null, levels: names?.levels ?? null };
  const request = { kind: 'journal', file, words: journalWords(), ...said } as const;
  return journalRun.start(
    { step: 'reading', share: 0 },
    async (owner, signal, onShare) => stateAfter(owner, file, answers, await runInWorker(request, signal, onShare)),
    (sentence) => ({ step: 'failed', sentence }),
  );
}

/** Reads the file of another journal, and says what it would add, or asks for its columns. Nothing is changed. */
export function readJournal(file: File): Promise<void> {
  return read(file, { table: null, names: null });
}

/** Reads a table by its columns, and says what it would add. Nothing is changed. */
export function readTable(table: OpenTable, mapping: TableMapping): Promise<void> {
  return read(table.file, { table: { ...table, mapping }, names: null });
}

/** Reads a file with its moods placed on the scale, and says what it would add. Nothing is changed. */
export function readMoods(open: OpenNames, levels: Readonly<Record<string, number>>): Promise<void> {
  return read(open.file, { table: open.table, names: { ...open, levels } });
}

/** Back from what a file would add to its moods, as they were placed. */
export function changeMoods(open: OpenNames): void {
  journalRun.startOver();
  journalRun.state.set({ step: 'names', open });
}

/** Back from what a table would add to its columns, as they were chosen. */
export function changeColumns(table: OpenTable): void {
  journalRun.startOver();
  journalRun.state.set({ step: 'columns', table });
}
