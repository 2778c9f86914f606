import { describe, expect, it } from 'vitest';
import { profileToRestore, readSealedExport } from './export-file.ts';
import { file, note, scan } from './restore/restore-testing.ts';
import { ownProfileFields } from './profile/fields.ts';
import { namesOf, settled } from './thing.ts';

describe('the profile of an export', () => {
  const own = {
    ...settled<Partial<Record<keyof typeof ownProfileFields, string>>, keyof typeof ownProfileFields>(
      namesOf(ownProfileFields),
      {},
    ),
    email: 'lea@example.org',
  };
  const given = {
    username: 'sol',
    email: 'sol@example.org',
    role: 'admin',
    firstName: 'Léa',
    lastName: 'Roux',
    dateOfBirth: '1990-12-10',
    countryOfResidency: 'France',
    passion: 'Les poires',
    gender: '',
  };

  it('EXPORT-3: fills in what is empty, and nothing else', () => {
    const { username: _name, role: _role, gender: _none, ...fields } = given;
    const { email } = own;
    expect(profileToRestore(given, own)).toEqual({ input: { ...fields, email }, filled: 5 });
    const kept = profileToRestore(given, { ...own, firstName: 'Ada', passion: 'Les chats' });
    expect(kept).toMatchObject({ filled: 3, input: { firstName: 'Ada', passion: 'Les chats', lastName: 'Roux' } });
  });

  it('EXPORT-3: does nothing where there is nothing to fill in, or the result is not valid', () => {
    expect(profileToRestore({ username: 'sol' }, own)).toBeNull();
    expect(profileToRestore(given, { ...own, ...given, email: own.email })).toBeNull();
    expect(profileToRestore({ passion: 'Les poires' }, own)).toBeNull();
    expect(profileToRestore({ ...given, firstName: 7 }, own)).toBeNull();
  });
});

describe('what the server gives for an export', () => {
  it('EXPORT-1: is checked, and lists that are not known stay in it', () => {
    const sealed = { ...file, scans: [{ ...scan, tags: null }], weeks: [1] };
    expect(readSealedExport(sealed)).toMatchObject({ weeks: [1], notes: [{ revision: 3 }] });
    expect(() => readSealedExport({ ...sealed, notes: [{ _id: note._id }] })).toThrow(/createdAt/);
  });
});
