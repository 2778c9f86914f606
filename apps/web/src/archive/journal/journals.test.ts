import { axisIds } from '@nuances/domain/axes';
import type { ExportFile } from '@nuances/domain/export-file';
import { newMoods } from '@nuances/domain/moods/new-moods';
import { planRestore } from '@nuances/domain/restore/plan';
import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { emptyEntry } from '@nuances/domain/import/entry';
import type { TableMapping } from '@nuances/domain/import/table';
import { itemsOfJournal } from './journal-items.ts';
import { daylioBackup, fixtureOf, sampleWords as words } from './journal-testing.ts';
import { workOnJournal } from './journal-work.ts';

async function itemsOf(file: Blob, mapping: TableMapping | null = null, levels: Readonly<Record<string, number>> = {}) {
  const known = { bien: 4, super: 5, bof: 3, good: 4, rad: 5, ...levels };
  const work = await workOnJournal({ file, words, mapping, levels: known });
  return work.kind === 'journal' ? work : expect.fail('the columns are asked for');
}

async function columnsOf(file: Blob) {
  const work = await workOnJournal({ file, words, mapping: null, levels: null });
  return work.kind === 'columns' ? work.columns : expect.fail('the columns are known');
}

const local = (day: number, hour: number, minute: number) => new Date(2026, 3, day, hour, minute).toISOString();
const mappingOf = (columns: Awaited<ReturnType<typeof columnsOf>>, order: TableMapping['order']): TableMapping => ({
  columns: columns.map(({ guess }) => guess),
  order,
});

describe('the file of another journal', () => {
  it('Daylio: entries of a French file become notes with their mood; a bad line is named', async () => {
    const { scans, notes, moods, head } = await itemsOf(fixtureOf('daylio-fr.csv'));
    expect(scans).toEqual([]);
    expect(
      moods.map(({ source, name, scale, entries }) => [source, name, scale, entries.map((one) => one.value)]),
    ).toEqual([['daylio', '', 5, [4, 5, 3]]]);
    expect(moods[0]?.entries[0]).toMatchObject({
      at: local(3, 20, 30),
      offset: -new Date(2026, 3, 3, 20, 30).getTimezoneOffset(),
      ...{ label: 'bien', words: ['marche', 'famille', 'Sommeil: 7'] },
    });
    expect(notes.map(({ title, text, createdAt, categoryId }) => ({ title, text, createdAt, categoryId }))).toEqual([
      {
        title: 'Lundi',
        text: 'Trois poires, et une « quatrième »\n\nHumeur : bien\nMots : marche, famille, Sommeil: 7',
        createdAt: local(3, 20, 30),
        categoryId: 'other',
      },
      {
        title: '',
        text: 'Première ligne\ndeuxième ligne\n\nHumeur : bof\nMots : lecture',
        createdAt: local(1, 21, 0),
        categoryId: 'other',
      },
    ]);
    expect(head).toEqual({
      faults: [{ line: 4, fault: 'date', value: 'bientôt 25:00' }],
      faultCount: 1,
      counts: { mood: 1, note: 0, moodNote: 2, scan: 0 },
      ...{ files: 0, places: 0 },
      fates: [
        { line: 2, isScan: false, isNote: true, moods: [{ value: 4, scale: 5 }], files: 0, places: 0 },
        { line: 3, isScan: false, isNote: false, moods: [{ value: 5, scale: 5 }], files: 0, places: 0 },
        { line: 5, isScan: false, isNote: true, moods: [{ value: 3, scale: 5 }], files: 0, places: 0 },
      ],
    });
  });

  it('Daylio: an English file with a byte order mark and Windows line ends', async () => {
    const { notes } = await itemsOf(fixtureOf('daylio-en.csv'));
    expect(notes.map(({ text, createdAt }) => [text, createdAt])).toEqual([
      ['Three pears, and a "fourth"\n\nHumeur : good\nMots : walk, family', local(3, 20, 30)],
    ]);
  });

  it('Daylio: the backup has the same entries under the same ids, so that both add nothing twice', async () => {
    const [csv, backup] = await Promise.all([itemsOf(fixtureOf('daylio-fr.csv')), itemsOf(daylioBackup())]);
    expect(backup.notes.map(({ _id }) => _id)).toEqual(csv.notes.map(({ _id }) => _id));
    expect(backup.notes[0]?.text).toBe('Trois poires, et une « quatrième »\n\nHumeur : bien\nMots : marche, famille');
    expect(backup.head.files).toBe(1);
    expect((await newMoods(backup.moods, csv.moods)).parts).toEqual([]);
  });

  it('a French table: columns are guessed, the order of the date is asked for, one mood fills all only when it is chosen', async () => {
    const columns = await columnsOf(fixtureOf('table-fr.csv'));
    expect(columns.map(({ name, guess }) => [name, guess.role])).toEqual([
      ['Jour', 'date'],
      ['Heure', 'time'],
      ['Humeur', 'mood'],
      ['Mots', 'tags'],
      ['Texte', 'text'],
    ]);
    expect(columns[0]).toMatchObject({
      order: 'ambiguous',
      orderSample: '03/04/2026',
      samples: ['03/04/2026', '04/04/2026', '05/04/2026'],
    });
    const mapping = mappingOf(columns, 'dayFirst');
    const asNotes = await itemsOf(fixtureOf('table-fr.csv'), mapping);
    expect(asNotes.scans).toEqual([]);
    expect(asNotes.notes[1]).toMatchObject({
      text: 'Deux lignes\ndans une case\n\nHumeur : 2',
      createdAt: local(4, 8, 5),
    });
    const all = mapping.columns.map((column) =>
      column.role === 'mood' ? { role: 'moodAll' as const, scale: 'five' as const } : column,
    );
    const asScans = await itemsOf(fixtureOf('table-fr.csv'), { ...mapping, columns: all });
    expect(asScans.scans).toMatchObject([
      { answers: [8, 8, 8, 8, 8, 8, 8], tags: ['humeur seule', 'marche', 'famille'], createdAt: local(3, 20, 30) },
      { answers: [3, 3, 3, 3, 3, 3, 3], tags: ['humeur seule'] },
    ]);
    expect(asScans.notes[0]).toMatchObject({ text: 'Trois poires', scanResultId: asScans.scans[0]?._id });
    expect(asScans.head.faults).toEqual([{ line: 5, fault: 'answer', value: '6' }]);
  });

  it('IMPORT-1, MOOD-2: a line of today without an hour is of now while noon is ahead, and the same mood in the afternoon', async () => {
    const [today, morning, evening] = [new Date(2026, 3, 3), new Date(2026, 3, 3, 8, 5), new Date(2026, 3, 3, 20, 30)];
    const moods = [{ name: '', scale: 5, value: 4, label: '' }] as const;
    const entry = { ...emptyEntry(2, today.setHours(12), 'k'), moment: 'day', text: 'Trois poires', moods } as const;
    const journal = { source: 'table', entries: [entry], faults: [] } as const;
    const [early, late] = await Promise.all(
      [morning, evening].map((now) => itemsOfJournal(journal, words, now.getTime(), new Map())),
    );
    expect([early?.notes, late?.notes]).toMatchObject([
      [{ createdAt: local(3, 8, 5) }],
      [{ createdAt: local(3, 12, 0) }],
    ]);
    expect(early?.notes[0]?._id).toBe(late?.notes[0]?._id);
    expect(await newMoods(late?.moods ?? [], early?.moods ?? [])).toMatchObject({ parts: [], same: 1 });
  });

  it('an English table with seven answers becomes scans; six of them become a note', async () => {
    const columns = await columnsOf(fixtureOf('table-en.csv'));
    expect(columns[0]?.order).toBe('monthFirst');
    const { scans, notes, head } = await itemsOf(fixtureOf('table-en.csv'), mappingOf(columns, 'monthFirst'));
    expect(scans).toMatchObject([
      { answers: [4, 6, 9, 8, 5, 7, 9], tags: ['walk', 'family'], createdAt: local(13, 20, 30) },
      { answers: [1, 2, 3, 4, 5, 6, 7], tags: [], createdAt: local(3, 8, 5) },
    ]);
    expect(notes.map(({ text }) => text)).toEqual([
      'Three pears',
      'Only six\n\nrouge : 1\norange : 2\nvert : 4\ncyan : 5\nbleu : 6\nviolet : 7',
    ]);
    expect(head.faults).toEqual([{ line: 5, fault: 'answer', value: '11' }]);
  });

  it('Day One: a JSON, and a zip with a file for each journal', async () => {
    const json = fixtureOf('day-one.json');
    const { notes, head } = await itemsOf(json);
    expect(notes).toMatchObject([
      // With the time in Paris, unless the clock here is the same.
      {
        title: 'Lundi',
        text: expect.stringMatching(
          /^Trois poires\.\n\nMots : marche(?:\nLà-bas : 2026-04-03 20:30 \(Europe\/Paris\))?$/,
        ),
        createdAt: '2026-04-03T18:30:00.000Z',
      },
      { title: '', text: 'A plain entry' },
    ]);
    expect(head.files).toBe(1);
    const other = {
      entries: [
        { uuid: 'B', creationDate: 'x' },
        { uuid: 'C', creationDate: '2026-01-01T00:00:00Z', text: 'y' },
      ],
    };
    const zip = zipSync({
      'Journal.json': new Uint8Array(await json.arrayBuffer()),
      'Reise.json': strToU8(JSON.stringify(other)),
      'photos/1f3870be274f6c49b3e31a0c6728957f.jpeg': strToU8('x'),
    });
    const both = await itemsOf(new Blob([new Uint8Array(zip)]));
    expect(both.notes.map(({ text }) => text)).toEqual([...notes.map(({ text }) => text), 'y']);
    expect(both.head.faults).toEqual([{ line: 3, fault: 'form', value: '' }]);
  });

  it.each(['journiv-1.1.json', 'journiv-1.5.json'])('Journiv: %s', async (name) => {
    const { notes } = await itemsOf(fixtureOf(name));
    expect(notes).toMatchObject([
      { title: 'Lundi', text: 'Trois poires\n\nHumeur : happy\nMots : marche', createdAt: '2026-04-03T18:30:00.000Z' },
    ]);
  });

  it('whatever is in a file: bringing it in again adds nothing, and beside new rows only those', async () => {
    const words = fc.stringMatching(/^[a-zé ",;|<>&-]{0,12}$/);
    const row = fc.record({
      day: fc.integer({ min: 1, max: 28 }),
      words,
      answers: fc.array(fc.integer({ min: 0, max: 11 }), { minLength: 7, maxLength: 7 }),
    });
    const line = ({ day, words: text, answers }: { day: number; words: string; answers: readonly number[] }) =>
      [`2026-03-${day}`, `"${text.replaceAll('"', '""')}"`, ...answers].join(',');
    const roles = ['date', 'text', ...axisIds] as const;
    const mapping = { columns: roles.map((role) => ({ role, scale: 'ten' }) as const), order: 'dayFirst' } as const;
    const plan = async (rows: readonly string[], before: Pick<ExportFile, 'scans' | 'notes'>) => {
      const items = await itemsOf(new Blob([['when', 'what', ...axisIds].join(','), '\n', rows.join('\n')]), mapping);
      const stored = {
        scans: new Set(before.scans.map(({ _id }) => _id)),
        notes: new Map(before.notes.map((note) => [note._id, note])),
        moods: [],
      };
      const { newScans, newNotes, otherNotes } = await planRestore(items, stored, Date.now());
      return {
        items: { scans: [...items.scans], notes: [...items.notes] },
        added: [...newScans, ...newNotes, ...otherNotes],
      };
    };
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { minLength: 1, maxLength: 8 }),
        fc.array(row, { minLength: 1, maxLength: 3 }),
        async (first, more) => {
          const [old, fresh] = [first.map(line), more.map(line)];
          const { items } = await plan(old, { scans: [], notes: [] });
          expect((await plan(old, items)).added).toEqual([]);
          const both = await plan([...fresh, ...old], items);
          const alone = await plan(fresh, { scans: [], notes: [] });
          expect(both.added.length).toBe(alone.added.length);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('equal entries are both kept, and have the same ids the next time, also beside new ones', async () => {
    const head = 'full_date,date,weekday,time,mood,activities,note\n';
    const row = '2026-04-03,,,20:30,ok,,same\n';
    const idsOf = async (text: string) => (await itemsOf(new Blob([text]))).notes.map(({ _id }) => _id);
    const first = await idsOf(head + row + row);
    expect(new Set(first).size).toBe(2);
    expect(await idsOf(`${head}2026-04-04,,,20:30,ok,,new\n${row}${row}`)).toEqual([expect.any(String), ...first]);
  });
});
