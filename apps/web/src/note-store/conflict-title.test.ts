import { beforeEach, expect, it, vi } from 'vitest';
import { firstWordsMax } from '@nuances/domain/cut-text';
import { limits } from '@nuances/domain/limits';
import { showLocale } from '../i18n/locale-store.ts';
import { conflictTitle } from './conflict-title.ts';

const notes = vi.hoisted((): { id: string; title: string; locked: false }[] => []);
vi.mock('./note-store.ts', () => ({ currentNotes: () => ({ notes }) }));

beforeEach(() => showLocale('fr'));

const titleOf = (title: string, others: readonly string[] = []) => {
  notes.splice(0, notes.length, ...others.map((other) => ({ id: other, title: other, locked: false as const })));
  return conflictTitle({ title, text: 'Le marché', categoryId: 'other' }, 'copy');
};

it.each([
  ['Soir', [], 'Soir (autre version)'],
  ['', [], 'Le marché (autre version)'],
  ['Soir', ['Soir (autre version)'], 'Soir (autre version) 2'],
  ['Soir', ['Soir (autre version)', 'Soir (autre version) 2'], 'Soir (autre version) 3'],
  // A note that says so itself was changed on two devices.
  ['Soir (autre version)', [], 'Soir (autre version) 2'],
  ['Soir (autre version) 2', ['Soir (autre version)'], 'Soir (autre version) 3'],
  // The words may be part of a title.
  ['Poème (autre version) du soir', [], 'Poème (autre version) du soir (autre version)'],
])('the title of another version of %j, beside %j: %j', async (title, others, expected) => {
  expect(await titleOf(title, others)).toBe(expected);
});

it('names a note without a title by few enough words that its mark is seen', async () => {
  const text = 'La pluie du matin, et une longue marche au bord du canal, puis le retour';
  const title = await conflictTitle({ title: '', text, categoryId: 'other' }, 'copy');
  expect(title).toMatch(/^La pluie du matin, .+ \(autre version\)$/);
  expect(title?.length).toBeLessThanOrEqual(firstWordsMax.row + ' (autre version)'.length);
});

it('counts no note twice: the copy itself may have its title already', async () => {
  notes.splice(0, notes.length, { id: 'copy', title: 'Soir (autre version)', locked: false });
  expect(await conflictTitle({ title: 'Soir', text: '', categoryId: 'other' }, 'copy')).toBe('Soir (autre version)');
});

it('says nothing where there is no room: a title is never cut', async () => {
  const words = ' (autre version)';
  const full = 'x'.repeat(limits.noteTitle.max - words.length);
  expect(await titleOf(full)).toBe(`${full}${words}`);
  expect(await titleOf(`${full}x`)).toBeNull();
  expect(await titleOf(`${full}${words}`)).toBeNull();
});
