import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { axisIds } from '../axes.ts';
import {
  faultOfMapping,
  guessedColumns,
  journalOfTable,
  plainRoles,
  type ColumnRole,
  type ImportedTable,
} from './table.ts';

const tableOf = (head: readonly string[], ...rows: readonly (readonly string[])[]): ImportedTable => ({
  head,
  rows: rows.map((cells, index) => ({ line: index + 2, cells })),
  faults: [],
});
const use = (roles: readonly ColumnRole[], scale: 'ten' | 'five' = 'ten') => ({
  columns: roles.map((role) => ({ role, scale })),
  order: 'dayFirst' as const,
});
const rolesOf = (table: ImportedTable) => guessedColumns(table).map(({ role }) => role);

describe('a table of another journal', () => {
  it('IMPORT-4: columns are guessed by their names in both languages, the date also by what it holds', () => {
    expect(rolesOf(tableOf(['Date', 'Heure', 'Humeur', 'Activités', 'Titre', 'Texte', 'Note', 'x']))).toEqual([
      'date',
      'time',
      'mood',
      'tags',
      'title',
      'text',
      'text',
      'none',
    ]);
    expect(rolesOf(tableOf(['when', 'red', 'purple', 'date of birth'], ['03/04/2026', '4', '5', '']))).toEqual([
      'date',
      'red',
      'purple',
      'none',
    ]);
    expect(rolesOf(tableOf(['date', 'day']))).toEqual(['date', 'none']);
  });

  it('IMPORT-4: a column between 1 and 5 seems to have five steps', () => {
    const table = tableOf(['date', 'mood', 'red'], ['2026-01-01', '5', '5'], ['2026-01-02', '1', '6']);
    expect(guessedColumns(table).map(({ scale }) => scale)).toEqual(['ten', 'five', 'ten']);
    const axes = tableOf(['date', 'red', 'blue'], ['2026-01-01', '5', '6']);
    expect(guessedColumns(axes).map(({ scale }) => scale)).toEqual(['ten', 'ten', 'ten']);
  });

  it('IMPORT-4: there is one date, and each answer once', () => {
    expect(faultOfMapping(use(['text', 'text']).columns)).toBe('noDate');
    expect(faultOfMapping(use(['date', 'red', 'red']).columns)).toBe('twice');
    expect(faultOfMapping(use(['date', 'text', 'text', 'tags', 'tags', 'none', 'none']).columns)).toBeNull();
  });

  it('IMPORT-4: a row gives its time, text, words, mood and answers', () => {
    const table = tableOf(
      ['d', 't', 'x', 'y', 'w', 'm', ...axisIds],
      ['03/04/2026', '20h30', 'Un', 'Deux', '#marche; famille', 'bien', '1', '2', '3', '4', '5', '6', '7'],
    );
    const { entries, faults } = journalOfTable(
      table,
      use(['date', 'time', 'text', 'text', 'tags', 'mood', ...axisIds]),
    );
    expect(faults).toEqual([]);
    expect(entries).toMatchObject([
      {
        line: 2,
        at: new Date(2026, 3, 3, 20, 30).getTime(),
        text: 'Un\n\nDeux',
        tags: ['marche', 'famille'],
        mood: ['bien'],
        answers: [1, 2, 3, 4, 5, 6, 7],
        isMoodOnly: false,
      },
    ]);
  });

  it('IMPORT-4: one mood for all fills what the row does not give, and is marked only then', () => {
    const table = tableOf(['d', 'm', 'r'], ['2026-01-01', '4', '2'], ['2026-01-02', '', '2']);
    const { entries } = journalOfTable(table, use(['date', 'moodAll', 'red'], 'five'));
    expect(entries.map(({ answers, isMoodOnly }) => [answers, isMoodOnly])).toEqual([
      [[3, 8, 8, 8, 8, 8, 8], true],
      [[3, null, null, null, null, null, null], false],
    ]);
    const whole = tableOf(['d', 'm', ...axisIds], ['2026-01-01', '4', '1', '2', '3', '4', '5', '5', '5']);
    expect(journalOfTable(whole, use(['date', 'moodAll', ...axisIds], 'five')).entries[0]?.isMoodOnly).toBe(false);
  });

  it('IMPORT-5: what tells rows apart depends on their date and cells, not on what the columns are', () => {
    const table = tableOf(['d', 'x'], ['2026-01-01', 'Un'], ['2026-01-01', 'Deux']);
    const keys = (roles: readonly ColumnRole[]) => journalOfTable(table, use(roles)).entries.map(({ key }) => key);
    expect(keys(['date', 'text'])).toEqual(keys(['date', 'tags']));
    expect(new Set(keys(['date', 'text'])).size).toBe(2);
  });

  it('IMPORT-6: a row without a readable date, or with an answer that does not exist, is named; the rest goes on', () => {
    const table = tableOf(
      ['d', 'r'],
      ['soon', '4'],
      ['2026-01-01', '11'],
      ['2026-01-01', 'good'],
      ['2026-01-01', '10'],
    );
    const { entries, faults } = journalOfTable(table, use(['date', 'red']));
    expect(entries.map(({ line }) => line)).toEqual([5]);
    expect(faults).toEqual([
      { line: 2, fault: 'date', value: 'soon' },
      { line: 3, fault: 'answer', value: '11' },
      { line: 4, fault: 'answer', value: 'good' },
    ]);
  });

  it('IMPORT-6: every row is brought in or named, whatever the cells and the columns are', () => {
    const cell = fc.oneof(fc.string(), fc.constantFrom('2026-01-01', '03/04/2026', '4', '20:30', 'a;b'));
    const role = fc.constantFrom(...plainRoles, ...axisIds);
    fc.assert(
      fc.property(
        fc.array(fc.array(cell, { maxLength: 4 }), { maxLength: 5 }),
        fc.array(role, { maxLength: 4 }),
        (rows, roles) => {
          const table = tableOf(roles.map(String), ...rows);
          guessedColumns(table);
          const { entries, faults } = journalOfTable(table, use(roles));
          expect(entries.length + faults.length).toBe(rows.length);
        },
      ),
    );
  });
});
