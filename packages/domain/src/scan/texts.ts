/** What the OpenAPI document says of the fields of a scan. Not with the fields, which travel to the browser. */
import { limits } from '../limits.ts';
import type { TextsOf } from '../thing.ts';
import type { scanFields, vaultScanFields } from './fields.ts';

const idExample = ['0b6f1f5c-3a52-4f0e-9d57-2c6a4c1d8e90'];
const momentExample = ['2026-11-02T08:15:00.000Z'];
const receiptExample = ['2026-11-02T08:15:01.000Z'];

const answers = {
  description:
    'Seven whole numbers from 1 to 10, one for each axis, in this order: red, orange, yellow, green, cyan, blue, purple.',
  examples: [[4, 6, 9, 8, 5, 7, 9]],
};
const duration = {
  description: 'Seconds from the first question to the end; null when it is not known.',
  examples: [60],
};
const kept = {
  description:
    'The axes whose answers were not given anew but taken over from the scan before, by their index from 0 to 6; each once, rising. Empty for a scan whose answers were all given.',
  examples: [[1, 4]],
};
const moment = {
  description:
    'How exact `createdAt` is: `exact`, to the minute; `part`, only the part of the day was given (9:00, 12:30, 20:00 or 23:30 stands for it); `day`, only the day was given (12:00 stands for it).',
  examples: ['part', 'day'],
};
const tags = {
  description:
    'The tags of the scan, or null for none: an envelope as in a note, around a JSON array of at most 8 strings of at most 24 characters.',
  examples: ['fxc8l3n88wRsJ3YwTSlHmePofYQOujCz66DQB2SmhPuh/C1LNp9mQF7PDhvGF5ydWhv7S1751NKm8Q=='],
};

export const scanTexts = {
  _id: {
    sent: {
      description:
        'A UUID made by the client, so that sending the scan twice stores it once. Without one the server makes it.',
      examples: idExample,
    },
    answered: { description: 'A UUID, in lower case.', examples: idExample },
    restored: { description: 'The id that it had in the export: a UUID.', examples: idExample },
  },
  answers: { sent: answers, answered: answers, restored: answers },
  scoring: {
    sent: {
      description: 'Ignored: the server computes the score. A scan is never refused for it.',
      examples: [26],
    },
    answered: {
      description: 'The sum of 2 × answer − 10 over the seven answers, from −56 to 70. Computed by the server.',
      examples: [26],
    },
    exported: { description: 'The score, from −56 to 70.', examples: [26] },
  },
  duration: {
    sent: {
      description: `Seconds from the first question to the end, at least 0; rounded, and at most ${limits.durationMaxS}.`,
      examples: [60],
    },
    answered: duration,
    restored: duration,
    exported: { description: 'Seconds; null when it is not known.', examples: [60] },
  },
  createdAt: {
    sent: {
      description:
        'When the scan was taken: a moment with its zone, from 2000 on. More than five minutes ahead of the server reads as now; without one it is now.',
      examples: momentExample,
    },
    answered: { description: 'When it was made: a moment in UTC.', examples: momentExample },
    restored: {
      description:
        'The moment that it was filed under, with its zone, from 2000 on. More than five minutes ahead of the server reads as now.',
      examples: momentExample,
    },
  },
  kept: {
    sent: { ...kept, description: `${kept.description} Without it, or with null, it is empty.` },
    answered: kept,
    restored: kept,
  },
  moment: {
    sent: { ...moment, description: `${moment.description} Without it, or with null, it is \`exact\`.` },
    answered: moment,
    restored: moment,
  },
  receivedAt: {
    answered: {
      description:
        'When the server stored it: a moment in UTC. More than a day after `createdAt` the scan was entered later.',
      examples: receiptExample,
    },
    restored: { description: 'When the server stored it first, as the export says.', examples: receiptExample },
    exported: { description: 'When the server stored it: a moment in UTC.', examples: momentExample },
  },
  tags: {
    sent: {
      ...tags,
      description: `${tags.description} A scan that is stored already takes them only if it has none.`,
    },
    answered: tags,
    restored: tags,
  },
} satisfies TextsOf<typeof scanFields>;

const sealed = {
  description:
    'In a vault: answers, score, duration and what else belongs to them, in one envelope that only the person’s devices open.',
  examples: ['v2.fxc8l3n88wRsJ3YwTSlHmePofYQOujCz66DQB2SmhPuh/C1LNp9mQF7PDhvGF5ydWhv7S1751NKm8Q=='],
};

/** Of the fields that only accounts with a vault have, or those that had one. */
export const vaultScanTexts = {
  sealed: { sent: sealed, answered: sealed, restored: sealed },
  keyVersion: { answered: { description: 'Number of the key that it was stored under.', examples: [2] } },
  arrivedClear: {
    answered: {
      description: 'Whether it came unsealed to a vault; also after a device has sealed it.',
      examples: [false],
    },
  },
} satisfies TextsOf<typeof vaultScanFields>;
