import { dayOf } from '@nuances/domain/local-day';
import { expect, test } from 'vitest';
import type { AnyNote } from '../../note-store/note.ts';
import type { ShownScan } from '../../offline/scans.ts';
import { entriesOf } from './entries.ts';

const at = (day: number, hour: number) => new Date(2026, 10, day, hour).toISOString();
const dayAt = (day: number) => dayOf(Date.parse(at(day, 12)));

function note(id: string, createdAt: string, locked = false): AnyNote {
  const filed = {
    id,
    createdAt,
    receivedAt: null,
    day: dayOf(Date.parse(createdAt)),
    revision: 1,
    state: 'saved',
  } as const;
  const about = { categoryId: 'red', scanResultId: null } as const;
  return locked
    ? { ...filed, ...about, locked: true, sealed: { title: '', text: '' } }
    : { ...filed, ...about, locked: false, title: '', text: 'Un texte.' };
}
const scan = (id: string, createdAt: string): ShownScan => ({
  id,
  createdAt,
  answers: [1, 2, 3, 4, 5, 6, 7],
  moment: 'exact',
  kept: [],
  owner: null,
});

const notes = [
  note('last', at(22, 23)),
  note('sealed', at(20, 9), true),
  note('first', at(16, 0)),
  note('out', at(15, 23)),
];
const scans = [scan('scan', at(19, 21)), scan('later', at(23, 0))];
const period = { from: dayAt(16), to: dayAt(22) };

const ids = (choice: { notes: boolean; scans: boolean }) => {
  const { entries, locked } = entriesOf({ period, ...choice }, notes, scans);
  return [...entries.map((entry) => (entry.kind === 'note' ? entry.note.id : entry.scan.id)), locked];
};

test('has what is of the period, from its first day to its last, oldest first, and counts what cannot be read', () => {
  expect(ids({ notes: true, scans: true })).toEqual(['first', 'scan', 'last', 1]);
});

test('has only what is chosen', () => {
  expect(ids({ notes: true, scans: false })).toEqual(['first', 'last', 1]);
  expect(ids({ notes: false, scans: true })).toEqual(['scan', 0]);
});
