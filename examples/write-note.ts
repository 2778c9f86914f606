/**
 * `npx tsx examples/write-note.ts yellow "What a day" [TITLE]`: seals a note here and stores it. The category is an axis
 * (red, orange, yellow, green, cyan, blue, purple) or `other`.
 */
import { sealNote } from '@nuances/client';
import { randomUUID } from 'node:crypto';
import { connect } from './client.ts';
import { open } from './note-envelope.ts';

const categories = ['red', 'orange', 'yellow', 'green', 'cyan', 'blue', 'purple', 'other'] as const;

const [name, text = '', title = ''] = process.argv.slice(2);
const categoryId = categories.find((category) => category === name);
if (categoryId === undefined || text.trim() === '')
  throw new Error(`Which category (${categories.join(', ')}), and what text?`);

const nuances = await connect();
const sealed = await sealNote(await nuances.noteKey(), { title, text });
const { note } = await nuances.api.notes.create.mutate({ _id: randomUUID(), categoryId, ...sealed });
// What has come back opens without any code of the product, too.
const { userKey } = await nuances.api.notes.userKey.query();
console.log(
  `Saved ${note._id}: "${open(userKey, note.text)}" is ${note.text.length} characters that only you can read.`,
);
