import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { noteCategories } from './axes.ts';
import { sentNoteFields } from './note/fields.ts';
import { categoryOf, isNoteEmpty, noteFormSchema, noteSetOf } from './notes.ts';
import { checkForm } from './validation.ts';

const errorsOf = (title: string, text: string) => checkForm(noteFormSchema, { title, text });

describe('a note as it is typed', () => {
  it.each([
    ['', 'x', null],
    ['t'.repeat(200), 'x'.repeat(100_000), null],
    ['t'.repeat(201), 'x', { title: 'noteTitleTooLong' }],
    ['', 'x'.repeat(100_001), { text: 'noteTextTooLong' }],
    ['t'.repeat(201), 'x'.repeat(100_001), { title: 'noteTitleTooLong', text: 'noteTextTooLong' }],
    ['', 'é'.repeat(97_500), null],
    ['', 'é'.repeat(97_501), { text: 'tooLarge' }],
    ['', '水'.repeat(65_000), null],
    ['', '水'.repeat(65_001), { text: 'tooLarge' }],
    ['', '🌸'.repeat(48_750), null],
    ['', '🌸'.repeat(48_751), { text: 'tooLarge' }],
    ['🌸'.repeat(100), 'x', null],
    ['🌸'.repeat(101), 'x', { title: 'noteTitleTooLong' }],
  ])('NOTE-1: lengths, case %#', (title, text, errors) => {
    expect(errorsOf(title, text)).toEqual(errors);
  });

  it.each(['\0', 'a\0b', 'سلام', '🏳️‍🌈', ' x ', '\u202e', '\ufeffx'])('NOTE-1: %j is kept as it is', (text) => {
    expect(z.parse(noteFormSchema, { title: text, text })).toEqual({ title: text, text });
  });

  it.each([
    ['', true],
    [' \n\t ', true],
    ['\u00a0', true],
    ['.', false],
    ['\0', false],
    [' a ', false],
  ])('NOTE-2: %j is empty: %s', (text, empty) => {
    expect(isNoteEmpty(text)).toBe(empty);
    expect(errorsOf('', text)).toBeNull();
  });
});

describe('a note as it is sent', () => {
  const schema = z.object(sentNoteFields);
  const category = (input: object) => {
    const parsed = z.safeParse(schema, input);
    return parsed.success ? categoryOf(parsed.data) : 'refused';
  };

  it.each([
    [{ categoryId: 'red' }, 'red'],
    [{ category: 'red' }, 'red'],
    [{ categoryId: null, category: 'red' }, 'red'],
    [{ categoryId: 'red', category: 'blue' }, 'red'],
    [{}, undefined],
    [{ categoryId: null, category: null }, undefined],
    [{ categoryId: 'pink', category: 'blue' }, 'refused'],
    [{ category: 'RED' }, 'refused'],
    [{ categoryId: 1 }, 'refused'],
    [{ categoryId: '' }, 'refused'],
  ])('NOTE-3: %j means %s', (input, meant) => {
    expect(category(input)).toBe(meant);
  });

  it('NOTE-3: every category can be sent by both names', () => {
    for (const id of noteCategories)
      expect([category({ categoryId: id }), category({ category: id })]).toEqual([id, id]);
  });

  it.each([
    [{ _id: 'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11' }, true],
    [{ _id: '7' }, false],
    [{ scanResultId: null }, true],
    [{ scanResultId: '' }, false],
    [{ createdAt: '2026-01-02T03:04:05+01:00' }, true],
    [{ createdAt: '1999-12-31T23:59:59Z' }, false],
    [{ movedTo: '2026-01-02T03:04:05+01:00' }, true],
    [{ movedTo: '1999-12-31T23:59:59Z' }, false],
    [{ revision: 1 }, true],
    [{ revision: null }, true],
    [{ revision: 2_147_483_647 }, true],
    [{ revision: 2_147_483_648 }, false],
    [{ revision: 0 }, false],
    [{ revision: 1.5 }, false],
    [{ revision: '1' }, false],
  ])('NOTE-3: NOTE-5: %j is sound: %s', (input, sound) => {
    expect(z.safeParse(schema, input).success).toBe(sound);
  });
});

describe('the set of notes', () => {
  const set = fc.uniqueArray(fc.record({ _id: fc.uuid(), revision: fc.integer({ min: 1, max: 20 }) }), {
    selector: ({ _id }) => _id,
    maxLength: 12,
  });

  it('NOTE-4: reads as written', () => {
    expect(noteSetOf([])).toBe('');
    expect(
      noteSetOf([
        { _id: 'b0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', revision: 12 },
        { _id: 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', revision: 3 },
      ]),
    ).toBe('a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11:3,b0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11:12');
  });

  it('NOTE-4: does not depend on order, and changes with every revision, note more or note less', () => {
    fc.assert(
      fc.property(set, fc.nat(), (notes, pick) => {
        const whole = noteSetOf(notes);
        expect(noteSetOf(notes.toReversed())).toBe(whole);
        const [chosen] = notes.slice(pick % Math.max(1, notes.length));
        if (!chosen) return;
        const others = notes.filter((note) => note !== chosen);
        expect(noteSetOf(others)).not.toBe(whole);
        expect(noteSetOf([...others, { ...chosen, revision: chosen.revision + 1 }])).not.toBe(whole);
      }),
    );
  });
});
