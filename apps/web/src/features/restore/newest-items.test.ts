import type { ExportedNote, ExportedScan } from '@nuances/domain/export-file';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { newestOf } from './newest-items.ts';

const scanAt = (at: number): ExportedScan => ({
  _id: crypto.randomUUID(),
  answers: [1, 2, 3, 4, 5, 6, 7],
  kept: [],
  moment: 'exact',
  createdAt: new Date(at).toISOString(),
});
const noteAt = (at: number): ExportedNote => ({
  _id: crypto.randomUUID(),
  categoryId: 'other',
  title: '',
  text: 'x',
  createdAt: new Date(at).toISOString(),
});

it('the samples are the three newest items, the newest first', () => {
  const times = fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 8 });
  fc.assert(
    fc.property(times, times, (scans, notes) => {
      const shown = newestOf({ newScans: scans.map(scanAt), newNotes: notes.map(noteAt), newMoods: [] });
      expect(shown.map(({ createdAt }) => Date.parse(createdAt))).toEqual(
        [...scans, ...notes].sort((one, other) => other - one).slice(0, 3),
      );
    }),
  );
});
