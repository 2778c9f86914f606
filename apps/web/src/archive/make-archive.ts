import { sealWithPassphrase } from '@nuances/crypto/passphrase-seal';
import { jsonName } from '@nuances/domain/archive/zip';
import { exportVersion } from '@nuances/domain/export-file';
import type { ReadableExport } from '@nuances/domain/readable-export';
import { csvOf } from '../i18n/csv.ts';
import { openedExport, type ContentKeys } from './archive-content.ts';
import { moodTable } from './mood-table.ts';
import { noteFiles } from './note-markdown.ts';
import type { PageTexts } from './page-texts.ts';
import { readerPage, type PageLanguage } from './reader-page.ts';
import { scanTable } from './scan-table.ts';
import { zipOf } from '@nuances/domain/archive/zip-writer';

export interface ArchiveSource extends ContentKeys {
  /** The answer of `profile.exportData`, as it came. */
  readonly answer: Uint8Array<ArrayBuffer>;
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
  /** Notes and scans that the key did not open. */
  readonly locked: number;
}

function* filesOf(
  everything: ReadableExport,
  { language, names }: ArchiveSource,
): Generator<readonly [string, string]> {
  // First, so that whoever looks into the file finds it.
  yield [jsonName, JSON.stringify({ version: exportVersion, ...everything }, null, 2)];
  yield [names.page, readerPage(everything, language)];
  yield [names.table, csvOf(scanTable(everything.scans), language.locale)];
  if (everything.moods.length > 0) yield [names.moods, csvOf(moodTable(everything.moods), language.locale)];
  yield* noteFiles(everything.notes, categoryNames(language.texts));
}

const categoryNames = ({ categories }: PageTexts) => categories;

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
  const { everything, closedScans } = await openedExport(source.answer, source, (count, items) => {
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
  const locked = everything.notes.filter(({ encrypted }) => encrypted).length + closedScans;
  return { bytes, scans: everything.scans.length, notes: everything.notes.length, locked };
}
