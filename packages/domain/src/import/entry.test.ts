import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyEntry, faultyLine, itemsOfEntry, type ImportedEntry, type ImportWords } from './entry.ts';
import { limits } from '../limits.ts';

const words: ImportWords = {
  mood: 'Humeur :',
  zone: 'Là-bas :',
  tags: 'Mots :',
  axes: ['a :', 'b :', 'c :', 'd :', 'e :', 'f :', 'g :'],
  moodOnly: 'humeur seule',
};
const now = Date.UTC(2026, 5, 1);
const entry = (content: Partial<ImportedEntry>) => ({ ...emptyEntry(3, Date.UTC(2026, 0, 1), 'k'), ...content });
const allOf = (content: Partial<ImportedEntry>) => itemsOfEntry(entry(content), words, now, new Map([['calme', 4]]));
const itemsOf = (content: Partial<ImportedEntry>) => {
  const items = allOf(content);
  return typeof items === 'string' ? items : { scan: items.scan, note: items.note };
};
const seven = [1, 2, 3, 4, 5, 6, 7];

describe('an entry of another journal', () => {
  it('IMPORT-3: with seven answers is a scan with its words; what is written is a linked note', () => {
    expect(itemsOf({ answers: seven, tags: ['marche', ' Marche ', ''] })).toEqual({
      scan: { answers: seven, tags: ['marche'] },
      note: null,
    });
    expect(itemsOf({ answers: seven, title: 'Lundi', text: 'Trois poires', mood: ['bien'] })).toEqual({
      scan: { answers: seven, tags: [] },
      note: { title: 'Lundi', text: 'Trois poires\n\nHumeur : bien' },
    });
  });

  it('IMPORT-3: words that a scan cannot have stand in the note', () => {
    const tags = [...Array.from({ length: 10 }, (_, index) => `mot ${index}`), 'x'.repeat(25)];
    expect(itemsOf({ answers: seven, tags })).toEqual({
      scan: { answers: seven, tags: tags.slice(0, 8) },
      note: { title: '', text: `Mots : mot 8, mot 9, ${'x'.repeat(25)}` },
    });
  });

  it('IMPORT-3: with fewer answers is a note that says them; a mood fills none', () => {
    expect(itemsOf({ answers: [4, null, null, null, null, null, 9], mood: ['bof'], tags: ['pluie'] })).toEqual({
      scan: null,
      note: { title: '', text: 'Humeur : bof\nMots : pluie\na : 4\ng : 9' },
    });
  });

  it('IMPORT-3: a title alone is the text, one that is too long stands before it', () => {
    expect(itemsOf({ title: 'Lundi' })).toEqual({ scan: null, note: { title: '', text: 'Lundi' } });
    const long = 'x'.repeat(limits.noteTitle.max + 1);
    expect(itemsOf({ title: long, text: 'Suite' })).toEqual({
      scan: null,
      note: { title: '', text: `${long}\n\nSuite` },
    });
  });

  it('IMPORT-4: answers of one mood are marked', () => {
    expect(itemsOf({ answers: seven, isMoodOnly: true, tags: ['marche'] })).toMatchObject({
      scan: { tags: ['humeur seule', 'marche'] },
    });
  });

  it('IMPORT-6: that is empty, too long or out of time is left out', () => {
    expect(itemsOf({})).toBe('empty');
    expect(itemsOf({ text: 'x'.repeat(limits.noteText.max + 1) })).toBe('tooLong');
    expect(itemsOf({ at: Date.UTC(1990, 0), text: 'x' })).toBe('early');
    expect(itemsOf({ at: now + 86_400_000, text: 'x' })).toBe('future');
    expect(faultyLine(4, 'date', 'x'.repeat(100)).value).toHaveLength(41);
  });

  it('IMPORT-3: nothing that was written is lost', () => {
    const text = fc.string({ maxLength: 30 }).map((one) => one.trim());
    fc.assert(
      fc.property(text, text, text, fc.array(text, { maxLength: 12 }), (title, content, mood, tags) => {
        const items = itemsOf({ title, text: content, mood: [mood], tags, answers: seven });
        if (typeof items === 'string') return expect.fail(items);
        const kept = JSON.stringify([items.note?.title, items.note?.text, items.scan?.tags]).toLowerCase();
        for (const one of [title, content, mood])
          expect(kept).toContain(JSON.stringify(one).slice(1, -1).toLowerCase());
      }),
    );
  });

  const mood = { name: '', scale: 5, value: null, label: 'calme' } as const;

  it('MOOD-1: a mood with a number, or a name that stands for one, is data; alone it is no note', () => {
    const given = { mood: ['calme'], moods: [mood], tags: ['marche'], offsetMin: 120 };
    expect(allOf(given)).toEqual({
      scan: null,
      note: null,
      moods: [
        {
          line: { name: '', scale: 5 },
          entry: {
            ...{ at: '2026-01-01T00:00:00.000Z', offset: 120, moment: 'exact' },
            ...{ value: 4, label: 'calme', words: ['marche'] },
          },
        },
      ],
    });
    expect(allOf({ ...given, text: 'Poires' })).toMatchObject({
      note: { text: 'Poires\n\nHumeur : calme\nMots : marche' },
      moods: [{ entry: { value: 4 } }],
    });
    expect(allOf({ answers: seven, ...given })).toMatchObject({ scan: { answers: seven }, moods: [{}], note: null });
  });

  it('MOOD-1: controls that no readable field accepts are left out of a mood', () => {
    const moods = [{ ...mood, value: 4, label: '\u2068calme\u2069' }];
    expect(allOf({ moods, tags: ['\u202Amarche\0', '\uD800'] })).toMatchObject({
      moods: [{ entry: { label: 'calme', words: ['marche'] } }],
    });
  });

  it('IMPORT-7: a name that stands for nothing stays a word of the note', () => {
    expect(allOf({ mood: ['bizarre'], moods: [{ ...mood, label: 'bizarre' }] })).toEqual({
      scan: null,
      note: { title: '', text: 'Humeur : bizarre' },
      moods: [],
    });
  });

  it('MOOD-1: what does not fit into a mood stays in the note', () => {
    const long = 'x'.repeat(61);
    // A second mood of Journiv, or a number off the scale of its column.
    expect(allOf({ mood: ['calme', 'las'], moods: [mood] })).toMatchObject({
      note: { text: 'Humeur : calme, las' },
      moods: [{ entry: { label: 'calme' } }],
    });
    expect(allOf({ mood: ['calme'], moods: [mood], tags: [long] })).toMatchObject({
      note: { text: `Humeur : calme\nMots : ${long}` },
      moods: [{ entry: { words: [] } }],
    });
  });

  it('IMPORT-8: a note says when it was where it was written, if the clock there was another', () => {
    expect(itemsOf({ text: 'Ramen', zone: '2026-01-01 09:00 (Asia/Tokyo)' })).toMatchObject({
      note: { text: 'Ramen\n\nLà-bas : 2026-01-01 09:00 (Asia/Tokyo)' },
    });
  });
});
