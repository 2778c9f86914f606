/** `npx tsx examples/open-export.ts FILE FOLDER`: unpacks an export into a new folder, also one that is sealed. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, resolve, sep } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { filesOfZip, isSealed, openSealed } from './export-file.ts';

const [from, to] = process.argv.slice(2);
if (from === undefined || to === undefined) throw new Error('npx tsx examples/open-export.ts FILE FOLDER');

async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(question);
  terminal.close();
  return answer;
}

async function zipOf(file: Buffer): Promise<Buffer> {
  if (!isSealed(file)) return file;
  const zip = await openSealed(file, process.env['NUANCES_PASSPHRASE'] ?? (await ask('Passphrase: ')));
  if (!zip) throw new Error('This passphrase does not open the file, or the file was altered.');
  return zip;
}

const folder = resolve(to);
const files = filesOfZip(await zipOf(await readFile(from)));
// Decrypted notes: only their owner may read them.
await mkdir(folder, { mode: 0o700 });
for (const [name, content] of files) {
  const path = resolve(folder, name);
  if (!path.startsWith(folder + sep)) throw new Error(`A file that leaves the folder: ${name}`);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeFile(path, content, { mode: 0o600 });
}
console.log(`Unpacked ${files.size} files into ${to}`);
