import { sealWithPassphrase } from '@nuances/crypto/passphrase-seal';
import { closedCount, openExport, type OpenedExport, type OpenedScan } from '@nuances/crypto/vault/export';
import type { RowKeys } from '@nuances/crypto/vault/rows';
import { jsonName } from '@nuances/domain/archive/zip';
import { axisAt, axisIds } from '@nuances/domain/axes';
import { readSealedExport } from '@nuances/domain/export-file';
import { isRecord } from '@nuances/domain/record';
import type { scanFields } from '@nuances/domain/scan/fields';
import { answerOf } from '@nuances/domain/scan/scoring';
import type { VaultProfile } from '@nuances/domain/vault/content';
import { type CsvCell, csvOf } from '../i18n/csv.ts';
import { moodTable } from './mood-table.ts';
import { noteFiles } from './note-markdown.ts';
import type { PageTexts } from './page-texts.ts';
import { readerPage, type PageLanguage } from './reader-page.ts';
import { zipOf } from '@nuances/domain/archive/zip-writer';

type Cells = Readonly<Record<string, (scan: OpenedScan) => CsvCell>>;

/** The columns of each field, in the order of the table. */
const scanCells = {
  _id: { id: ({ _id }) => _id },
  createdAt: { createdAt: ({ createdAt }) => createdAt },
  receivedAt: { receivedAt: ({ receivedAt }) => receivedAt ?? null },
  answers: Object.fromEntries(axisIds.map((axis) => [axis, ({ answers }) => answers && answerOf(answers, axis)])),
  scoring: { score: ({ scoring }) => scoring },
  duration: { durationS: ({ duration }) => duration ?? null },
  kept: { kept: ({ kept }) => kept.map((index) => axisAt(index)).join(', ') },
  moment: { moment: ({ moment }) => moment },
  tags: { tags: ({ tags }) => (typeof tags === 'string' ? null : tags.join(', ')) },
} satisfies Record<keyof typeof scanFields, Cells>;

const scanColumns = Object.values<Cells>(scanCells).flatMap((cells) => Object.entries(cells));

/** Scans as rows, with their tags in one cell; the first row has the names. */
function scanTable(scans: readonly OpenedScan[]): readonly (readonly CsvCell[])[] {
  return [scanColumns.map(([name]) => name), ...scans.map((scan) => scanColumns.map(([, cellOf]) => cellOf(scan)))];
}

export interface ArchiveSource {
  /** The answer of `profile.exportData`, as it came. */
  readonly answer: Uint8Array<ArrayBuffer>;
  readonly keys: RowKeys;
  /** That of a vault, opened; null without one. */
  readonly profile: VaultProfile | null;
  /** Null leaves the file readable without one. */
  readonly passphrase: string | null;
  readonly language: PageLanguage;
  /** Names of the files for people, in their language. */
  readonly names: { readonly page: string; readonly table: string; readonly moods: string };
}

export interface Archive {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly scans: number;
  readonly notes: number;
  /** What the keys did not open. */
  readonly closed: { readonly notes: number; readonly others: number };
}

function* filesOf(everything: OpenedExport, { language, names }: ArchiveSource): Generator<readonly [string, string]> {
  // First, so that whoever looks into the file finds it.
  yield [jsonName, JSON.stringify(everything, null, 2)];
  yield [names.page, readerPage(everything, language)];
  yield [names.table, csvOf(scanTable(everything.scans), language.locale)];
  const [head = [], ...moods] = moodTable(everything.moods);
  if (moods.length > 0) yield [names.moods, csvOf([head, ...moods], language.locale)];
  yield* noteFiles(everything.notes, categoryNames(language.texts));
}

const categoryNames = ({ categories }: PageTexts) => categories;

/** @throws ZodError for an answer of another form */
function storedOf(answer: Uint8Array) {
  const parsed: unknown = JSON.parse(new TextDecoder().decode(answer));
  const result = isRecord(parsed) ? parsed['result'] : undefined;
  return readSealedExport(isRecord(result) ? result['data'] : undefined);
}

/**
 * Makes an export: a zip, sealed when there is a passphrase. Blocks for seconds: call it in a worker.
 * @param onProgress called with how much of how much is done
 * @throws ZodError for an answer of another form
 */
export async function makeArchive(
  source: ArchiveSource,
  onProgress: (done: number, total: number) => void,
): Promise<Archive> {
  let done = 0;
  let total = 0;
  const { answer, keys, profile } = source;
  const everything = await openExport(keys, storedOf(answer), profile, (count, items) => {
    // Each note is opened and then packed, beside three files for everything.
    total = items * 2 + 3;
    done += count;
    onProgress(done, total);
  });
  const zip = zipOf(filesOf(everything, source), new Date(), () => {
    done += 1;
    if (done % 100 === 0) onProgress(done, total);
  });
  const bytes = source.passphrase === null ? zip : await sealWithPassphrase(zip, source.passphrase);
  const { scans, notes } = everything;
  return { bytes, scans: scans.length, notes: notes.length, closed: closedCount(everything) };
}
