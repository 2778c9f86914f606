import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { goodPassword } from './persona.ts';

/** Constants of all stories: the domain of their addresses, and their password. */
export const storySecrets = ['@example.org', goodPassword] as const;

/** Start of every JSON Web Token. */
const accessToken = /eyJ[\w-]{8,}\.[\w-]{8,}/;

/** The part of a text's base64 form that is the same at any offset in the encoded bytes. */
function base64Forms(text: string): string[] {
  return [0, 1, 2].flatMap((shift) => {
    const bytes = Buffer.concat([Buffer.alloc(shift), Buffer.from(text)]);
    const whole = bytes.length - (bytes.length % 3);
    const form = bytes
      .subarray(0, whole)
      .toString('base64')
      .slice(shift === 0 ? 0 : 4);
    return [form, form.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

/** The usual encodings of a text: plain, escaped, hexadecimal and base64. */
function formsOf(secret: string): string[] {
  const plain = [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret), encodeURI(secret)];
  const packed = [Buffer.from(secret).toString('hex'), ...base64Forms(secret)];
  return [...plain, ...packed].filter((form) => form.length >= 8);
}

/** Those of some texts of at least eight characters that a text contains, in any usual encoding. */
export function foundIn(text: string, secrets: Iterable<string>): string[] {
  const lower = text.toLowerCase();
  const dense = lower.replaceAll(/\s/g, '');
  return [...secrets].filter((secret) =>
    formsOf(secret).some((form) => lower.includes(form.toLowerCase()) || dense.includes(form.toLowerCase())),
  );
}

/** The secrets that a text contains, as {@link foundIn}; also access tokens that are not listed. */
export function findSecrets(text: string, secrets: Iterable<string>): string[] {
  const found = foundIn(text, secrets);
  return accessToken.test(text) ? [...found, 'an access token'] : found;
}

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
