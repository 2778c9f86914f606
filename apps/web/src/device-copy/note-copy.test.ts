import { blankNote } from '@nuances/domain/note/fields';
import { beforeEach, expect, test, vi } from 'vitest';
import { dayAt, type Note } from '../note-store/note.ts';
import { createNoteCopyWriter, readNoteCopy, type NoteList } from './note-copy.ts';

/** The copies of a device, as JSON. */
const device = vi.hoisted(() => ({ copies: new Map<string, string>(), changed: [] as string[], mayLoseRows: true }));
vi.mock('./row-loss.ts', () => ({ mayLoseRows: async () => device.mayLoseRows }));
vi.mock('./sealed-copies.ts', () => ({
  readCopy: async (_owner: string, name: string): Promise<unknown> => JSON.parse(device.copies.get(name) ?? 'null'),
  readCopies: async (_owner: string, prefix: string): Promise<unknown[]> =>
    [...device.copies].filter(([name]) => name.startsWith(prefix)).map(([, value]) => JSON.parse(value)),
  writeCopies: async (_owner: string, { put = new Map<string, unknown>(), remove = [] as readonly string[] }) => {
    for (const [name, value] of put) {
      device.copies.set(name, JSON.stringify(value));
      device.changed.push(`${name} ${JSON.stringify(value)}`);
    }
    for (const name of remove) {
      device.copies.delete(name);
      device.changed.push(`-${name}`);
    }
    return true;
  },
}));

const createdAt = '2026-11-02T08:15:00.000Z';

function note(id: string, part: Partial<Note> = {}): Note {
  const filed = { id, createdAt, receivedAt: createdAt, updatedAt: createdAt, day: dayAt(createdAt), revision: 1 };
  const said = { ...blankNote({ categoryId: 'red', scanResultId: null }), title: 'Pears', text: 'of the market' };
  return { ...said, ...filed, state: 'saved', locked: false, ...part };
}

const listOf = (...notes: readonly Note[]): NoteList => ({
  notes: new Map(notes.map((one) => [one.id, one])),
  hash: 'h',
  readAt: 1_000,
});

async function write(list: NoteList): Promise<void> {
  createNoteCopyWriter('a', () => true).write(list);
  await vi.waitFor(async () => expect((await readNoteCopy('a'))?.notes.size).toBe(list.notes.size));
}

beforeEach(() => {
  device.copies.clear();
  device.mayLoseRows = true;
});

test('a list is read as it was written, with the time of its answer', async () => {
  await write(listOf(note('one'), note('two')));
  expect(await readNoteCopy('a')).toEqual(listOf(note('one'), note('two')));
});

test('a note without any text, of an earlier version, is read as a closed one and asked for again', async () => {
  const blank = note('two', { title: '', text: '', categoryId: 'other' });
  await write(listOf(note('one'), blank));
  const read = await readNoteCopy('a');
  expect(read?.hash).toBe('');
  expect(read?.notes.get('one')).toEqual(note('one'));
  expect(read?.notes.get('two')).toMatchObject({ id: 'two', locked: true, revision: 1 });
  expect(read?.notes.get('two')).not.toHaveProperty('text');

  // It was deleted meanwhile: nothing of it stays.
  await write(listOf(note('one')));
  expect([...device.copies.keys()].toSorted()).toEqual(['note:one', 'notes']);
});

test.each([
  ['that is gone', listOf(note('one', { revision: 2 }))],
  ['with an earlier text', listOf(note('one'), note('two'))],
])('a note %s stays until it may be lost', async (_, lost) => {
  const whole = [note('one', { revision: 2 }), note('two')];
  await write(listOf(...whole));
  device.mayLoseRows = false;
  device.changed = [];
  const writer = createNoteCopyWriter('a', () => true);
  writer.write(lost);
  writer.write(listOf(...whole, note('last')));
  await vi.waitFor(() => expect(device.changed.join('\n')).toContain('note:last'));
  expect(device.changed).not.toContain('-note:two');
  expect(device.changed.join('\n')).not.toMatch(/^note:one .*"revision":1\b/mu);
  device.mayLoseRows = true;
  await write(lost);
  expect((await readNoteCopy('a'))?.notes).toEqual(lost.notes);
});
