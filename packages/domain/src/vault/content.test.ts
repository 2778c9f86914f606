import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noteCategories } from '../axes.ts';
import { limits } from '../limits.ts';
import { readScanContent } from '../scan/fields.ts';
import { exactnesses } from '../scan/time.ts';
import {
  emptyVaultProfile,
  textOfVaultNote,
  textOfVaultProfile,
  textOfVaultScan,
  vaultNoteOf,
  vaultProfileOf,
  vaultScanOf,
} from './content.ts';

const scans = fc
  .record({
    answers: fc.array(fc.integer({ min: 1, max: 10 }), { minLength: 7, maxLength: 7 }),
    duration: fc.option(fc.integer({ min: 0, max: limits.durationMaxS })),
    kept: fc.subarray([0, 1, 2, 3, 4, 5, 6]),
    moment: fc.constantFrom(...exactnesses),
  })
  .map((scan) => readScanContent(scan) ?? expect.unreachable());

describe('the content of an envelope', () => {
  it('VAULT-2: of a scan is read as it was written, and has room in one size', () => {
    fc.assert(
      fc.property(scans, (scan) => {
        const text = textOfVaultScan(scan);
        expect(vaultScanOf(text)).toEqual(scan);
        // One byte marks the end of the content.
        expect(text.length).toBeLessThan(128);
      }),
    );
  });

  it('VAULT-2: of a note is its title, text and category', () => {
    const notes = fc.record({
      title: fc.string({ unit: 'binary' }),
      text: fc.string({ unit: 'binary' }),
      categoryId: fc.constantFrom(...noteCategories),
    });
    fc.assert(
      fc.property(notes, (note) => {
        expect(vaultNoteOf(textOfVaultNote({ ...note, ...{ scanResultId: 'x' } }))).toEqual(note);
      }),
    );
    expect(vaultNoteOf('{"title":"a","text":"b","categoryId":"pink","more":1}')).toEqual({
      title: 'a',
      text: 'b',
      categoryId: 'other',
    });
  });

  it('VAULT-2: of a profile is what was given; the rest is empty', () => {
    const profile = { ...emptyVaultProfile, firstName: 'Léa', dateOfBirth: '1990-05-04T00:00:00.000Z' };
    const text = textOfVaultProfile({ ...profile, ...{ email: 'lea@example.org', username: 'lea' } });
    expect(text).not.toContain('lea@example.org');
    expect(vaultProfileOf(text)).toEqual(profile);
    expect(vaultProfileOf('{"firstName":"Léa"}')).toEqual({ ...emptyVaultProfile, firstName: 'Léa' });
  });

  it.each(['', 'null', '[]', '{', '{"title":1}', '{"answers":[1,2]}'])('VAULT-2: %j is none', (text) => {
    expect([vaultNoteOf(text), vaultScanOf(text)]).toEqual([null, null]);
  });
});
