/**
 * The files here are written after the documented forms, not made by those programs: Daylio's CSV and backup and Day One's JSON as
 * they are described in public, Journiv's as its source says.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { journalOfDayOne } from './day-one.ts';
import { isDaylioTable, journalOfDaylioBackup, journalOfDaylioTable } from './daylio.ts';
import type { ImportedJournal } from './entry.ts';
import { journalOfJourniv } from './journiv.ts';
import { plainTextOf } from './text.ts';

const moods = ['super', 'bien', 'bof', 'mauvais', 'horrible'];
const head = ['full_date', 'date', 'weekday', 'time', 'mood', 'activities', 'scales', 'note_title', 'note'];
const rows = [
  [
    '2026-04-03',
    '3 avril',
    'vendredi',
    '20:30',
    'bien',
    'marche | famille',
    'Sommeil: 7',
    'Lundi',
    'Trois<br>poires &amp; un',
  ],
  ['2026-04-02', 'April 2', 'Thursday', '8:05\u202FAM', 'rad', '', '', '', ''],
];
const table = {
  head,
  rows: rows.map((cells, index) => ({ line: index + 2, cells })),
  faults: [],
};
const at = (day: number, hour: number, minute: number) => new Date(2026, 3, day, hour, minute).getTime();

const backupEntry = {
  year: 2026,
  month: 3,
  day: 3,
  hour: 20,
  minute: 30,
  mood: 2,
  note: 'Trois\npoires & un',
  note_title: 'Lundi',
  tags: [7, 8],
  assets: [1],
};
const backup = {
  version: 15,
  customMoods: [
    { id: 1, custom_name: '', predefined_name_id: 1 },
    { id: 2, custom_name: '', predefined_name_id: 2 },
    { id: 6, custom_name: 'meh+', predefined_name_id: -1 },
  ],
  tags: [
    { id: 7, name: 'marche' },
    { id: 8, name: 'famille' },
  ],
  dayEntries: [
    backupEntry,
    { ...backupEntry, day: 2, hour: 8, minute: 5, mood: 6, note: '', note_title: '', tags: [], assets: [] },
  ],
};

function read(journal: ImportedJournal | null): ImportedJournal {
  return journal ?? expect.fail('not read');
}

describe('Daylio', () => {
  it('IMPORT-3: entries of the CSV file are read in both languages', () => {
    expect(isDaylioTable(head)).toBe(true);
    expect(isDaylioTable(['date', 'mood', 'note'])).toBe(false);
    expect(journalOfDaylioTable(table).entries).toMatchObject([
      {
        line: 2,
        at: at(3, 20, 30),
        title: 'Lundi',
        text: 'Trois\npoires & un',
        mood: ['bien'],
        tags: ['marche', 'famille', 'Sommeil: 7'],
      },
      { line: 3, at: at(2, 8, 5), title: '', text: '', mood: ['rad'] },
    ]);
  });

  it('IMPORT-1: older files have the year in a column of its own', () => {
    const older = ['year', 'date', 'weekday', 'time', 'mood', 'activities', 'note'];
    const journal = journalOfDaylioTable({
      head: older,
      rows: ['3 avril', 'April 3', '3 Apr'].map((date, index) => ({
        line: index + 2,
        cells: ['2026', date, '', '8:30 pm', 'ok', '', ''],
      })),
      faults: [],
    });
    expect(journal.entries.map((entry) => entry.at)).toEqual([at(3, 20, 30), at(3, 20, 30), at(3, 20, 30)]);
  });

  it('IMPORT-6: a row without a readable date is named', () => {
    const bad = { ...table, rows: [{ line: 9, cells: ['soon', '', '', '25:00', 'ok', '', '', '', ''] }] };
    expect(journalOfDaylioTable(bad)).toMatchObject({
      entries: [],
      faults: [{ line: 9, fault: 'date', value: 'soon 25:00' }],
    });
  });

  it('IMPORT-3: entries of the backup have the names of moods and tags; pictures are counted', () => {
    const { entries } = read(journalOfDaylioBackup(backup, moods));
    expect(entries.map(({ files }) => files)).toEqual([1, 0]);
    expect(entries).toMatchObject([
      { at: at(3, 20, 30), mood: ['bien'], tags: ['marche', 'famille'], text: 'Trois\npoires & un' },
      { at: at(2, 8, 5), mood: ['meh+'], tags: [] },
    ]);
  });

  it('IMPORT-5: the CSV file and the backup tell entries apart by the same', () => {
    const keys = read(journalOfDaylioBackup(backup, moods)).entries.map(({ key }) => key);
    expect(journalOfDaylioTable(table).entries.map(({ key }) => key)).toEqual(keys);
    expect(read(journalOfDaylioBackup(backup, ['a', 'b', 'c', 'd', 'e'])).entries.map(({ key }) => key)).toEqual(keys);
  });

  it('IMPORT-6: an entry of another form is named', () => {
    const broken = { ...backup, dayEntries: [{ year: 'x' }, { ...backupEntry, day: 31 }, backupEntry] };
    expect(read(journalOfDaylioBackup(broken, moods))).toMatchObject({
      entries: [{ line: 3 }],
      faults: [
        { line: 1, fault: 'form' },
        { line: 2, fault: 'date', value: '2026-4-31 20:30' },
      ],
    });
  });
});

describe('Day One', () => {
  const entry = {
    uuid: '68BBF1D1E0B94F8E8E2D4B6C2C1D3A55',
    creationDate: '2026-04-03T18:30:00Z',
    modifiedDate: '2026-04-03T18:40:00Z',
    timeZone: 'Europe/Paris',
    text: '# Lundi\n\nTrois poires\\.\n\n![](dayone-moment://76F9B0AC37954B51BF8B9146498B29C2)\n\nFin\\!',
    tags: ['marche'],
    photos: [{ identifier: '76F9B0AC37954B51BF8B9146498B29C2' }],
  };

  it('IMPORT-3: entries have title, text and tags; pictures are counted', () => {
    const { entries } = read(journalOfDayOne({ metadata: { version: '1.0' }, entries: [{ ...entry, location: {} }] }));
    expect(entries).toMatchObject([{ files: 1, places: 1 }]);
    expect(entries).toMatchObject([
      { at: Date.UTC(2026, 3, 3, 18, 30), title: 'Lundi', text: 'Trois poires.\n\nFin!', tags: ['marche'] },
    ]);
  });

  it('IMPORT-5: an entry is known by its id, whatever is written in it', () => {
    const keyOf = (text: string) => read(journalOfDayOne({ entries: [{ ...entry, text }] })).entries[0]?.key;
    expect(keyOf('a')).toBe(keyOf('b'));
  });

  it('IMPORT-6: an entry without a time is named', () => {
    const journal = read(journalOfDayOne({ entries: [{ ...entry, creationDate: 'x' }, entry] }));
    expect(journal).toMatchObject({ entries: [{ line: 2 }], faults: [{ line: 1, fault: 'form' }] });
  });
});

describe('Journiv', () => {
  const older = {
    export_version: '1.1',
    journals: [
      {
        title: 'Journal',
        entries: [
          {
            title: 'Lundi',
            content_plain_text: 'Trois poires',
            entry_datetime_utc: '2026-04-03T18:30:00',
            tags: ['marche'],
            mood_log: { mood_name: 'happy', note: 'au marché' },
            media: [{ filename: 'a.jpg' }],
          },
        ],
      },
    ],
  };
  const newer = {
    export_version: '1.5',
    journals: [{ title: 'Journal' }],
    moments: [
      {
        logged_at_utc: '2026-04-03T18:30:00Z',
        primary_mood_name: 'happy',
        mood_activity: [{ mood_name: 'happy' }, { activity_name: 'famille' }],
        tags: ['marche'],
        note: 'au marché',
        entry: {
          title: 'Lundi',
          content_delta: { ops: [{ insert: 'Trois ' }, { insert: { image: 'x' } }, { insert: 'poires\n' }] },
        },
        external_id: 'abc',
      },
      { logged_at_utc: '2026-04-02T18:30:00Z', primary_mood_name: 'calm', mood_activity: [{ mood_name: 'tired' }] },
    ],
  };

  it('IMPORT-3: entries of both forms have title, text, mood and words', () => {
    const content = {
      at: Date.UTC(2026, 3, 3, 18, 30),
      title: 'Lundi',
      text: 'Trois poires\n\nau marché',
      mood: ['happy'],
    };
    expect(read(journalOfJourniv(older))).toMatchObject({
      entries: [{ ...content, tags: ['marche'], files: 1 }],
    });
    expect(read(journalOfJourniv(newer)).entries).toMatchObject([
      { ...content, tags: ['marche', 'famille'] },
      { mood: ['calm', 'tired'], moods: [{ label: 'calm' }], title: '', text: '' },
    ]);
  });

  it('IMPORT-6: an entry of another form is named', () => {
    const broken = { ...newer, moments: [{}, { logged_at_utc: 'x' }, ...newer.moments] };
    expect(read(journalOfJourniv(broken)).faults).toEqual([
      { line: 1, fault: 'form', value: '' },
      { line: 2, fault: 'date', value: 'x' },
    ]);
  });
});

describe('any JSON', () => {
  it('IMPORT-6: is read or refused, and nothing throws', () => {
    const near = fc.record(
      {
        entries: fc.array(fc.oneof(fc.jsonValue(), fc.record({ uuid: fc.jsonValue(), creationDate: fc.jsonValue() }))),
        dayEntries: fc.array(fc.jsonValue()),
        customMoods: fc.constant([]),
        tags: fc.constant([]),
        export_version: fc.string(),
        journals: fc.array(fc.record({ entries: fc.jsonValue() })),
        moments: fc.array(fc.jsonValue()),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), near), (value) => {
        journalOfDaylioBackup(value, moods);
        journalOfDayOne(value);
        journalOfJourniv(value);
      }),
    );
  });

  it('IMPORT-3: formatting in HTML becomes text, and other signs stay', () => {
    expect(plainTextOf('<div>Un</div><div><b>Deux</b> &lt;3</div><ul><li>x</li></ul>')).toBe('Un\nDeux <3\n- x');
    expect(plainTextOf('a < b && c > d &amp; <3')).toBe('a < b && c > d &amp; <3');
  });
});
