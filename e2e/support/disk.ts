import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formsOf } from './secrets.ts';

/** Path of the database files when their account cannot enter the data folder (docs/operating.md). */
const elsewhere = '/var/lib/nuances';

async function filesBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** Which of the texts occur, in any usual encoding, in the files of a stopped server: tables, indexes, WAL, mails. */
export async function onDisk(dataDir: string, texts: readonly string[]): Promise<readonly string[]> {
  const instance = await readFile(join(dataDir, 'instance'), 'utf8').catch(() => null);
  const folders = [dataDir, ...(instance === null ? [] : [join(elsewhere, instance.trim())])];
  const files = (await Promise.all(folders.map((folder) => filesBelow(folder).catch(() => [])))).flat();
  const found = new Set<string>();
  for (const file of files) {
    const bytes = await readFile(file);
    for (const text of texts) if (formsOf(text).some((form) => bytes.includes(form))) found.add(text);
  }
  return [...found];
}
