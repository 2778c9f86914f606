import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exportVersion, profileToRestore, readExportFile, readSealedExport, type ExportFile } from './export-file.ts';

const scan = {
  _id: '0b6f1f5c-3a52-4f0e-9d57-2c6a4c1d8e90',
  answers: [4, 6, 9, 8, 5, 7, 9],
  scoring: 26,
  duration: null,
  createdAt: '2026-11-02T08:15:00.000Z',
  receivedAt: '2026-11-02T08:15:01.000Z',
  tags: ['sommeil'],
};
const note = {
  _id: '5d0c4f3e-8b1a-4c6d-a2f7-9e3b1d7c5a48',
  title: 'Trois poires',
  text: 'Le marché.',
  categoryId: 'yellow',
  scanResultId: scan._id,
  createdAt: '2026-11-03T08:20:00.000Z',
  receivedAt: null,
  updatedAt: '2026-11-03T08:20:00.000Z',
  revision: 3,
  encrypted: false,
};
const file = { version: 1, profile: { username: 'lea' }, scans: [scan], notes: [note], events: [], sessions: [] };

function opened(content: unknown): ExportFile {
  const read = readExportFile(JSON.stringify(content));
  if (read === null) throw new Error('no export');
  return read;
}

describe('an export', () => {
  it('EXPORT-1: is read with or without a version, and with fields that are not known', () => {
    const { version: _version, ...older } = file;
    for (const content of [file, older]) {
      const { scans, notes, profile } = opened(content);
      expect(profile.username).toBe('lea');
      expect(scans[0]).toMatchObject({ answers: scan.answers, tags: ['sommeil'], createdAt: scan.createdAt });
      expect(notes[0]).toMatchObject({ title: 'Trois poires', categoryId: 'yellow', scanResultId: scan._id });
    }
  });

  it.each([
    ['text', 'not JSON'],
    ['a later version', JSON.stringify({ ...file, version: exportVersion + 1 })],
    ['another file', JSON.stringify({ entries: [] })],
    ['eight answers', JSON.stringify({ ...file, scans: [{ ...scan, answers: [...scan.answers, 1] }] })],
    ['an unknown category', JSON.stringify({ ...file, notes: [{ ...note, categoryId: 'pink' }] })],
    ['no time', JSON.stringify({ ...file, notes: [{ ...note, createdAt: 'yesterday' }] })],
  ])('EXPORT-1: is not %s', (_name, text) => {
    expect(readExportFile(text)).toBeNull();
  });

  it('EXPORT-1: any text is read or refused, and nothing throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        readExportFile(text);
      }),
    );
  });
});

describe('the profile of an export', () => {
  const own = {
    email: 'lea@example.org',
    firstName: '',
    lastName: '',
    dateOfBirth: null,
    countryOfResidency: '',
    gender: '',
    passion: '',
    mission: '',
    vocation: '',
    profession: '',
    birthTime: '',
    birthPlace: '',
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
    const { username: _name, role: _role, ...fields } = given;
    const { email } = own;
    const optional = { mission: '', vocation: '', profession: '', birthTime: '', birthPlace: '' };
    expect(profileToRestore(given, own)).toEqual({ input: { ...fields, ...optional, email }, filled: 5 });
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
