/** What the OpenAPI document says of the fields of a note. Not with the fields, which travel to the browser. */
import type { TextsOf } from '../thing.ts';
import type { noteFields, vaultNoteFields } from './fields.ts';

const idExample = ['5d0c4f3e-8b1a-4c6d-a2f7-9e3b1d7c5a48'];
const scanExample = ['0b6f1f5c-3a52-4f0e-9d57-2c6a4c1d8e90'];
const writtenExample = ['2026-11-02T08:20:00.000Z'];
const receiptExample = ['2026-11-02T08:20:01.000Z'];
const envelopeExample = ['fxc8l3n88wRsJ3YwTSlHmePofYQOujCz66DQB2SmhPuh/C1LNp9mQF7PDhvGF5ydWhv7S1751NKm8Q=='];
const envelope = 'An envelope: base64 of IV (12 bytes), tag (16) and ciphertext, AES-256-GCM with the userKey.';

const categoryId = { description: 'The axis that the note is about, or `other`.', examples: ['yellow'] };
const scanResultId = { description: 'The own scan that the note belongs to; null for none.', examples: scanExample };

export const noteTexts = {
  _id: {
    sent: {
      description:
        'A UUID made by the client, so that sending the note twice stores it once. Without one the server makes it.',
      examples: idExample,
    },
    answered: { description: 'A UUID, in lower case.', examples: idExample },
    restored: { description: 'The id that it had in the export: a UUID.', examples: scanExample },
  },
  title: {
    sent: { description: 'An envelope, or empty.' },
    answered: { description: 'An envelope, or empty.', examples: [''] },
    restored: { description: `${envelope} Or empty.`, examples: envelopeExample },
  },
  text: {
    sent: { description: envelope, examples: envelopeExample },
    answered: { description: 'An envelope.', examples: envelopeExample },
    restored: { description: envelope, examples: envelopeExample },
  },
  categoryId: { sent: categoryId, answered: categoryId, restored: categoryId },
  scanResultId: { sent: scanResultId, answered: scanResultId, restored: scanResultId },
  revision: {
    sent: {
      description:
        'The revision that the change is based on. When the stored note has another one, both are kept: see `conflict`. Without it the last write wins.',
      examples: [1],
    },
    answered: { description: 'Rises with every change of the note.', examples: [1] },
  },
  createdAt: {
    sent: {
      description: 'When a new note was written: a moment with its zone, from 2000 on. A stored note keeps its own.',
      examples: writtenExample,
    },
    answered: { description: 'When it was made: a moment in UTC.', examples: ['2026-11-02T08:15:00.000Z'] },
    restored: {
      description:
        'The moment that it was filed under, with its zone, from 2000 on. More than five minutes ahead of the server reads as now.',
      examples: ['2026-11-02T08:15:00.000Z'],
    },
  },
  receivedAt: {
    answered: {
      description:
        'When the server stored it first: a moment in UTC. More than a day after `createdAt` the note was entered later. Null when it is not known.',
      examples: receiptExample,
    },
    restored: {
      description: 'When the server stored it first, as the export says.',
      examples: ['2026-11-02T08:15:01.000Z'],
    },
  },
  updatedAt: {
    sent: {
      description:
        'The `updatedAt` that the change is based on. While the stored note has it, another revision is no conflict: only its scan is gone.',
      examples: writtenExample,
    },
    answered: { description: 'When it was last changed: a moment in UTC.', examples: writtenExample },
    restored: { description: 'When it was last changed, as the export says.', examples: writtenExample },
  },
} satisfies TextsOf<typeof noteFields>;

const sealed = {
  description: 'In a vault: title, text and category in one envelope that only the person’s devices open.',
  examples: ['v2.fxc8l3n88wRsJ3YwTSlHmePofYQOujCz66DQB2SmhPuh/C1LNp9mQF7PDhvGF5ydWhv7S1751NKm8Q=='],
};

/** Of the fields that only accounts with a vault have, or those that had one. */
export const vaultNoteTexts = {
  sealed: { sent: sealed, answered: sealed, restored: sealed },
  keyVersion: { answered: { description: 'Number of the key that it was stored under.', examples: [2] } },
} satisfies TextsOf<typeof vaultNoteFields>;
