/**
 * `npx tsx examples/export.ts FILE`: all your stored data as one JSON, with decrypted notes. A note that cannot be
 * decrypted is exported unchanged, with `sealed: true`.
 */
import { writeFile } from 'node:fs/promises';
import { connect } from './client.ts';
import { open } from './note-envelope.ts';

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('Into which file? npx tsx examples/export.ts FILE');

const api = await connect();
const [{ notes, ...rest }, { userKey }] = await Promise.all([
  api.profile.exportData.query(),
  api.notes.userKey.query(),
]);
const opened = notes.map((note) => {
  const [title, text] = [open(userKey, note.title), open(userKey, note.text)];
  return title === null || text === null ? { ...note, sealed: true } : { ...note, title, text };
});

// The file contains decrypted notes, so only its owner may read it.
await writeFile(file, `${JSON.stringify({ ...rest, notes: opened }, null, 2)}\n`, { mode: 0o600 });
console.log(`Wrote ${rest.scans.length} scans and ${opened.length} notes to ${file}`);
