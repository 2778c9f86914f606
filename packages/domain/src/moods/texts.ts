/** What the OpenAPI document says of the fields of moods. Not with the fields, which travel to the browser. */
import { limits } from '../limits.ts';
import type { FieldText, TextsOf } from '../thing.ts';
import type { MoodEntry, moodFields, vaultMoodFields } from './fields.ts';

const idExample = ['7c1e9a52-4b0d-8f3a-a6c1-2d9e5b7f0a34'];
const { entries, name, word, words, offsetMaxMin } = limits.moods;

const source = { description: 'The journal that it comes from; `table` is a CSV file.', examples: ['daylio'] };
const lineName = {
  description: `The name of the column of a table, at most ${name} characters; empty for a journal that has one mood.`,
  examples: [''],
};
const scale = { description: 'Values go from 1 to this number, the best: 5 or 10.', examples: [5] };
const list = {
  description: `At most ${entries} moods.`,
  examples: [
    [{ at: '2026-04-03T18:30:00.000Z', offset: 120, moment: 'exact', value: 4, label: 'good', words: ['walk'] }],
  ],
};

/** Of a mood in the list. */
export const moodEntryTexts = {
  at: { description: 'The moment of the mood.', examples: ['2026-04-03T18:30:00.000Z'] },
  offset: {
    description: `Minutes that the clock of the person was ahead of UTC, at most ${offsetMaxMin}.`,
    examples: [120],
  },
  moment: { description: 'How exact the moment is.', examples: ['exact'] },
  value: { description: 'The mood, on the scale of its line.', examples: [4] },
  label: { description: 'The name of the mood in that journal; empty for a number alone.', examples: ['good'] },
  words: { description: `At most ${words} words of ${word} characters.`, examples: [['walk']] },
} as const satisfies Readonly<Record<keyof MoodEntry, FieldText>>;
const receivedExample = ['2026-11-02T08:15:02.000Z'];

export const moodTexts = {
  _id: {
    answered: { description: 'A UUID, in lower case.', examples: idExample },
    restored: { description: 'The id that it had in the export: a UUID.', examples: idExample },
  },
  source: { answered: source, restored: source },
  name: { answered: lineName, restored: lineName },
  scale: { answered: scale, restored: scale },
  entries: { answered: list, restored: list },
  receivedAt: {
    answered: { description: 'When the server stored it first: a moment in UTC.', examples: receivedExample },
    restored: {
      description: 'When it had been stored first; later than now, or absent, it reads as now.',
      examples: receivedExample,
    },
  },
} as const satisfies TextsOf<typeof moodFields>;

const sealed = {
  description: 'In a vault: all that the part says, in one envelope that only the person’s devices open.',
  examples: ['v2.fxc8l3n88wRsJ3YwTSlHmePofYQOujCz66DQB2SmhPuh/C1LNp9mQF7PDhvGF5ydWhv7S1751NKm8Q=='],
};

/** Of the fields that only accounts with a vault have, or those that had one. */
export const vaultMoodTexts = {
  sealed: { sent: sealed, answered: sealed, restored: sealed },
  keyVersion: { answered: { description: 'The number of the key that it was stored under.', examples: [2] } },
} as const satisfies TextsOf<typeof vaultMoodFields>;
