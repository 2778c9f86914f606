/**
 * `npx tsx examples/write-note.ts yellow "What a day" [TITLE]`: seals a note here and stores it. The category is an axis
 * (red, orange, yellow, green, cyan, blue, purple) or `other`.
 */
import { randomUUID } from 'node:crypto';
import { connect } from './client.ts';
import { open, seal } from './note-envelope.ts';

const categories = ['red', 'orange', 'yellow', 'green', 'cyan', 'blue', 'purple', 'other'] as const;

const [name, text = '', title = ''] = process.argv.slice(2);
const categoryId = categories.find((category) => category === name);
if (categoryId === undefined || text.trim() === '')
  throw new Error(`Which category (${categories.join(', ')}), and what text?`);

const api = await connect();
const { userKey } = await api.notes.userKey.query();
const { note } = await api.notes.create.mutate({
  _id: randomUUID(),
  categoryId,
  title: seal(userKey, title),
  text: seal(userKey, text),
});
console.log(
  `Saved ${note._id}: "${open(userKey, note.text)}" is ${note.text.length} characters that only you can read.`,
);
