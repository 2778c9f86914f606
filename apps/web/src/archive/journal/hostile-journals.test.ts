import { limits } from '@nuances/domain/limits';
import { strToU8, zipSync } from 'fflate';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ArchiveRefused } from '@nuances/domain/archive/refused';
import { tableOfCsv } from './csv-table.ts';
import { JournalRefused } from './journal-refused.ts';
import { sampleWords as words } from './journal-testing.ts';
import { workOnJournal } from './journal-work.ts';

/** What becomes of a file: a refusal is an outcome, any other error is not. */
async function outcomeOf(content: BlobPart): Promise<string> {
  try {
    const mapping = { columns: [{ role: 'date', scale: 'ten' }], order: 'dayFirst' } as const;
    return (await workOnJournal({ file: new Blob([content]), words, mapping, levels: {} })).kind;
  } catch (error) {
    if (error instanceof JournalRefused || error instanceof ArchiveRefused) return error.reason;
    throw error;
  }
}

const zip = (files: Parameters<typeof zipSync>[0]) => new Uint8Array(zipSync(files));
const base64 = (text: string) => strToU8(Buffer.from(text).toString('base64'));

describe('a file that is no journal', () => {
  it.each([
    ['nothing', '', 'empty'],
    ['blank lines', '\n\n  \n', 'empty'],
    ['only names of columns', 'full_date,date,weekday,time,mood,activities,note\n', 'empty'],
    ['a table without rows', 'date,text\n', 'empty'],
    ['a picture', Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0, 0x0a, 0, 1]), 'unreadable'],
    ['a text without dates', 'a,b\n1,2\n', 'noDates'],
    ['other JSON', '{"a":1}', 'unreadable'],
    ['broken JSON', '{"entries":[', 'unreadable'],
    ['deep JSON', '['.repeat(200_000), 'unreadable'],
    ['an export of Nuances', '{"version":1,"profile":{"username":"a"},"scans":[],"notes":[]}', 'ownExport'],
    ['a sealed export', 'nuances-seal', 'ownExport'],
    ['the table of an export', 'id,createdAt,red,orange,yellow,green,cyan,blue,purple\n', 'ownExport'],
    ['a zip of an export', zip({ 'nuances.json': strToU8('{}') }), 'ownExport'],
    ['another zip', zip({ 'a.txt': strToU8('x'), 'b.json': strToU8('{}') }), 'unreadable'],
    ['a zip that leads out', zip({ '../backup.daylio': base64('{}') }), 'unsafe'],
    ['a zip that is cut off', zip({ 'backup.daylio': base64('{}') }).slice(0, -9), 'unreadable'],
    ['a backup that is no base64', zip({ 'backup.daylio': strToU8('%%%') }), 'unreadable'],
    ['a backup that is no JSON', zip({ 'backup.daylio': base64('x') }), 'unreadable'],
    ['a backup of something else', zip({ 'backup.daylio': base64('{"a":1}') }), 'unreadable'],
    ['a bomb', zip({ 'Journal.json': [new Uint8Array(limits.importedJournal.maxBytes + 1), { level: 9 }] }), 'unsafe'],
  ])('%s is refused', async (_name, content, reason) => {
    expect(await outcomeOf(content)).toBe(reason);
  });

  it('that claims a gigabyte is refused before it is unpacked', async () => {
    const claimed = zip({ 'Journal.json': strToU8('{"entries":[]}') });
    const directory = new DataView(claimed.buffer).getUint32(claimed.length - 6, true);
    new DataView(claimed.buffer).setUint32(directory + 24, 1024 ** 3, true);
    expect(await outcomeOf(claimed)).toBe('tooLarge');
  });

  it('that has more rows or columns than a table may have is refused', async () => {
    const { rows, columns } = limits.importedJournal;
    expect(await outcomeOf(`date\n${'2026-01-01\n'.repeat(rows + 1)}`)).toBe('tableTooLarge');
    expect(await outcomeOf(`date${',x'.repeat(columns)}\n2026-01-01\n`)).toBe('tableTooLarge');
  });

  it('that is larger than any journal is refused before it is read', async () => {
    const huge = new Blob(['x']);
    Object.defineProperty(huge, 'size', { value: limits.archive.fileMaxBytes + 1 });
    huge.arrayBuffer = () => Promise.reject(new Error('read'));
    await expect(workOnJournal({ file: huge, words, mapping: null, levels: null })).rejects.toMatchObject({
      reason: 'tooLarge',
    });
  });

  it('any bytes are read or refused', async () => {
    const sign = fc.constantFrom(
      '"',
      ',',
      ';',
      '\n',
      '\r',
      '\t',
      '|',
      '2026-01-01',
      'date',
      '{',
      'eyJ',
      '\0',
      'é',
      '=',
    );
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.array(sign, { maxLength: 40 }).map((signs) => strToU8(signs.join(''))),
      fc.uint8Array({ maxLength: 100 }).map((content) => zip({ 'backup.daylio': content, 'a.json': content })),
      fc.string().map((text) => zip({ 'backup.daylio': base64(text) })),
    );
    await fc.assert(
      fc.asyncProperty(bytes, async (content) => {
        await outcomeOf(new Uint8Array(content));
      }),
    );
  });
});

describe('a table', () => {
  it.each([
    ['commas', 'date,text\n2026-01-01,"a,b"\n'],
    ['semicolons', 'date;text\r\n2026-01-01;"a,b"\r\n'],
    ['tabs', 'date\ttext\r2026-01-01\ta,b\r'],
    ['bars', 'date|text\n2026-01-01|a,b'],
    ['a line for Excel', 'sep=;\ndate;text\n2026-01-01;a,b\n'],
  ])('with %s is read', (_name, text) => {
    const { head, rows, faults } = tableOfCsv(text);
    expect({ head, cells: rows.map(({ cells }) => cells), faults }).toEqual({
      head: ['date', 'text'],
      cells: [['2026-01-01', 'a,b']],
      faults: [],
    });
  });

  it('without names of columns numbers them', () => {
    expect(tableOfCsv('2026-01-01,a\n2026-01-02,b\n')).toMatchObject({
      head: ['1', '2'],
      rows: [{ line: 1 }, { line: 2 }],
    });
  });

  it('names the line of a cell over several lines, of an unfinished quote and of too many cells; the rest goes on', () => {
    const { rows, faults } = tableOfCsv(
      'date,text\n2026-01-01,"two\n\nlines"\n\n2026-01-02,"open\n2026-01-03,c\n2026-01-04,"a"b\n2026-01-05,e,f\n2026-01-06,g,\n',
    );
    expect(rows.map(({ line, cells }) => [line, cells[0]])).toEqual([
      [2, '2026-01-01'],
      [7, '2026-01-03'],
      [10, '2026-01-06'],
    ]);
    expect(faults.map(({ line, fault }) => [line, fault])).toEqual([
      [6, 'quotes'],
      [8, 'quotes'],
      [9, 'columns'],
    ]);
  });

  it.each([
    ['UTF-8', Buffer.from('date,text\n2026-01-01,été\n')],
    ['UTF-8 with its mark', Buffer.from('\uFEFFdate,text\n2026-01-01,été\n')],
    ['UTF-16 with its mark', Buffer.from('\uFEFFdate,text\n2026-01-01,été\n', 'utf16le')],
    ['UTF-16', Buffer.from('date,text\n2026-01-01,été\n', 'utf16le')],
    ['Windows-1252', Buffer.from('date,text\n2026-01-01,été\n', 'latin1')],
  ])('in %s is read', async (_name, bytes) => {
    const mapping = {
      columns: ['date', 'text'].map((role) => ({ role: role === 'date' ? 'date' : 'text', scale: 'ten' }) as const),
      order: 'dayFirst',
    } as const;
    const work = await workOnJournal({ file: new Blob([new Uint8Array(bytes)]), words, mapping, levels: {} });
    expect(work).toMatchObject({ kind: 'journal', notes: [{ text: 'été' }] });
  });
});
