import { blankNote } from '@nuances/domain/note/fields';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type AnyNote, dayAt, type Note } from '../../note-store/note.ts';
import { categoriesByDay, filterNotes, isChanged, isFiltered, noFilters, type NoteFilters } from './filter.ts';
import { fold } from './fold-text.ts';

let count = 0;
function note(part: Partial<Omit<Note, 'locked'>>): AnyNote {
  count += 1;
  const id = `n${count}`;
  const { createdAt = '2026-11-20T12:00:00.000Z' } = part;
  const filed = {
    ...blankNote({ categoryId: 'other', scanResultId: null }),
    id,
    createdAt,
    receivedAt: null,
    day: dayAt(createdAt),
  } as const;
  return { ...filed, revision: 1, state: 'saved', ...part, locked: false };
}

/** Local time, as the person's clock shows it. */
const at = (day: string, time = '12:00:00.000') => new Date(`${day}T${time}`).toISOString();

const found = (notes: readonly AnyNote[], filters: Partial<NoteFilters>) =>
  filterNotes(notes, { ...noFilters, ...filters }).map(({ id }) => id);

describe('fold', () => {
  it.each([
    ['Élan', 'elan'],
    ['CŒUR', 'coeur'],
    ['Ægir', 'aegir'],
    ['ligne\u0301e', 'lignee'],
    ['Straße', 'strasse'],
    ['aujourd’hui', "aujourd'hui"],
    ['שָׁלוֹם', 'שלום'],
    ['😊', '😊'],
  ])('%s is searched as %s', (text, folded) => {
    expect(fold(text)).toBe(folded);
  });
});

describe('search', () => {
  const notes = [
    note({ id: 'a', title: 'Un élan', text: 'Rien.' }),
    note({ id: 'b', text: 'Le cœur (en joie) 100 % * [x]' }),
    note({ id: 'c', title: 'Deux', text: 'mots\nd’ordre' }),
  ];

  it.each([
    ['elan', ['a']],
    ['ÉLAN', ['a']],
    ['coeur', ['b']],
    ['(en', ['b']],
    ['* [x', ['b']],
    ['.', ['a']],
    ["d'ordre", ['c']],
    ['  elan ', ['a']],
    ['', ['a', 'b', 'c']],
    ['deux mots', []],
    ['absent', []],
  ])('%j finds %j', (search, ids) => {
    expect(found(notes, { search })).toEqual(ids);
  });

  it('never finds what is locked, and does not hide it from the other filters', () => {
    const { title: _title, text: _text, ...filed } = note({ id: 'x', categoryId: 'red' }) as Note;
    const locked: AnyNote = { ...filed, locked: true, sealed: { title: 'elan', text: 'elan' } };
    expect(found([locked], { search: 'elan' })).toEqual([]);
    expect(found([locked], { categories: new Set(['red']) })).toEqual(['x']);
  });
});

describe('days', () => {
  // The clocks change on this day.
  beforeEach(() => void vi.stubEnv('TZ', 'Europe/Paris'));
  const days = () => [
    note({ id: 'after', createdAt: at('2026-03-30', '00:00:00.000') }),
    note({ id: 'last moment', createdAt: at('2026-03-29', '23:59:59.999') }),
    note({ id: 'first moment', createdAt: at('2026-03-29', '00:00:00.000') }),
    note({ id: 'before', createdAt: at('2026-03-28', '23:59:59.999') }),
  ];

  it('begin and end at midnight in local time, also when the clocks change', () => {
    const notes = days();
    expect(notes.map(({ createdAt }) => createdAt).slice(0, 3)).toEqual([
      '2026-03-29T22:00:00.000Z',
      '2026-03-29T21:59:59.999Z',
      '2026-03-28T23:00:00.000Z',
    ]);
    expect(found(notes, { days: { kind: 'only', day: '2026-03-29' } })).toEqual(['last moment', 'first moment']);
    expect(found(notes, { days: { kind: 'until', day: '2026-03-29' } })).toEqual([
      'last moment',
      'first moment',
      'before',
    ]);
    expect(found(notes, { days: { kind: 'range', from: '2026-03-28', to: '2026-03-29' } })).toEqual([
      'last moment',
      'first moment',
      'before',
    ]);
    expect(found(notes, { days: { kind: 'range', from: '2026-03-29', to: '2026-03-28' } })).toEqual([]);
  });

  it('are named by the local date', () => {
    expect([...categoriesByDay(days()).keys()]).toEqual(['2026-03-30', '2026-03-29', '2026-03-28']);
  });
});

describe('all filters together', () => {
  const notes = [
    note({ id: '1', text: 'été', categoryId: 'red', createdAt: at('2026-11-20') }),
    note({ id: '2', text: 'été', categoryId: 'blue', createdAt: at('2026-11-19') }),
    note({ id: '3', text: 'hiver', categoryId: 'red', createdAt: at('2026-11-18') }),
    note({ id: '4', text: 'été', categoryId: 'red', createdAt: at('2026-11-17') }),
  ];

  it('let through what each of them lets through', () => {
    const search = 'ete';
    expect(found(notes, { search, categories: new Set(['red']) })).toEqual(['1', '4']);
    expect(found(notes, { search, categories: new Set(['red', 'blue']), order: 'oldest' })).toEqual(['4', '2', '1']);
    const days = { kind: 'until', day: '2026-11-19' } as const;
    expect(found(notes, { search, categories: new Set(['red']), days })).toEqual(['4']);
  });

  it('know whether they hide anything', () => {
    expect(isFiltered({ ...noFilters, order: 'oldest', search: ' ' })).toBe(false);
    expect(isChanged({ ...noFilters, order: 'oldest' })).toBe(true);
    expect(isChanged(noFilters)).toBe(false);
    expect(isFiltered({ ...noFilters, search: 'x' })).toBe(true);
    expect(isFiltered({ ...noFilters, categories: new Set(['red']) })).toBe(true);
    expect(isFiltered({ ...noFilters, days: { kind: 'only', day: '2026-11-20' } })).toBe(true);
  });
});

describe('the calendar', () => {
  it('has the categories of each day once, in the order of the axes, other last', () => {
    const createdAt = at('2026-11-20');
    const days = categoriesByDay([
      note({ categoryId: 'other', createdAt }),
      note({ categoryId: 'blue', createdAt }),
      note({ categoryId: 'red', createdAt }),
      note({ categoryId: 'blue', createdAt }),
      note({ categoryId: 'green', createdAt: at('2026-11-02') }),
    ]);
    expect([...days]).toEqual([
      ['2026-11-20', ['red', 'blue', 'other']],
      ['2026-11-02', ['green']],
    ]);
  });
});
