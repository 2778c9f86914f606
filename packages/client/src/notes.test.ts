import { expect, it } from 'vitest';
import { checkNote } from './notes.ts';
import { NuancesError } from './nuances-error.ts';

it('refuses what is no text, which a program without types may send: sealed, it would open nowhere', () => {
  for (const note of [
    { title: '', text: 42 },
    { title: 7, text: 'a' },
    { title: null, text: 'a' },
    { title: 'a', text: undefined },
  ])
    expect(() => checkNote(note)).toThrow(NuancesError);
  expect(() => checkNote({ title: '', text: '' })).not.toThrow();
});
