import { describe, expect, it } from 'vitest';
import { readExportFile, type ExportFile } from '../export-file.ts';
import { planRestore } from './plan.ts';

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

describe('restoring', () => {
  const nothing = { scans: new Set<string>(), notes: new Map() };

  it('EXPORT-2: adds what is not there, and says which days it is from', () => {
    const plan = planRestore(opened(file), nothing);
    expect(plan.newScans).toHaveLength(1);
    expect(plan.newNotes).toHaveLength(1);
    expect(plan).toMatchObject({ sameScans: 0, sameNotes: 0, otherNotes: [] });
    expect(plan.range).toEqual({ from: scan.createdAt, to: note.createdAt });
    expect(planRestore(opened({ ...file, scans: [], notes: [] }), nothing).range).toBeNull();
  });

  it('EXPORT-2: leaves what is there, and keeps both versions of a note that differs', () => {
    const there = (known: { title: string; text: string } | null) =>
      planRestore(opened(file), { scans: new Set([scan._id]), notes: new Map([[note._id, known]]) });
    expect(there({ title: note.title, text: note.text })).toMatchObject({
      newScans: [],
      newNotes: [],
      sameScans: 1,
      sameNotes: 1,
    });
    expect(there({ title: note.title, text: 'Autre.' }).otherNotes).toHaveLength(1);
    expect(there({ title: '', text: note.text }).otherNotes).toHaveLength(1);
    expect(there(null)).toMatchObject({ otherNotes: [], sameNotes: 1 });
    const locked = opened({ ...file, notes: [{ ...note, encrypted: true }] });
    expect(
      planRestore(locked, { scans: new Set(), notes: new Map([[note._id, { title: '', text: 'x' }]]) }),
    ).toMatchObject({ otherNotes: [], sameNotes: 1 });
  });
});
