/**
 * `npx tsx examples/export.ts FILE`: all your stored data as one JSON, which Restore takes, with opened notes and words.
 * What could not be opened is exported as it is stored, with `encrypted: true`.
 */
import { writeFile } from 'node:fs/promises';
import { connect } from './client.ts';

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('Into which file? npx tsx examples/export.ts FILE');

const nuances = await connect();
const everything = await nuances.exportEverything();
// The file contains decrypted notes, so only its owner may read it.
await writeFile(file, `${JSON.stringify(everything, null, 2)}\n`, { mode: 0o600 });
console.log(`Wrote ${everything.scans.length} scans and ${everything.notes.length} notes to ${file}`);
