import type { Page } from '@playwright/test';
import { createCipheriv, createDecipheriv, randomBytes, randomUUID } from 'node:crypto';
import { storedIn } from './device.ts';
import type { Persona } from './persona.ts';

/** A decrypted note, as the stories read it. */
export interface ClearNote {
  readonly _id: string;
  readonly title: string;
  readonly text: string;
  readonly categoryId: string;
  readonly scanResultId: string | null;
  readonly createdAt: string;
  readonly revision: number;
}

/** Seals with Node's own crypto: base64 of IV 12, tag 16, ciphertext; independent of the product's code. */
export function seal(keyHex: string, text: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(keyHex, 'hex'), iv);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64');
}

/** Stores words of the newest scan, as another device does. */
export async function storeWords(persona: Persona, ...words: readonly string[]): Promise<void> {
  const { userKey } = await persona.tokens();
  const [scan] = await persona.scans();
  await persona.callAsUser('PUT', `/api/results/${scan?._id}/tags`, { tags: seal(userKey, JSON.stringify(words)) });
}

/** Opens with Node's own crypto; throws for anything that was altered. */
export function unseal(keyHex: string, envelope: string): string {
  const bytes = Buffer.from(envelope, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', Buffer.from(keyHex, 'hex'), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
}

/** A person's notes on the server, decrypted here; newest first. */
export async function storedNotes(persona: Persona): Promise<readonly ClearNote[]> {
  const { userKey } = await persona.tokens();
  const { notes } = (await persona.callAsUser('GET', '/api/notes/all')) as { notes: ClearNote[] };
  return notes.map((note) => ({
    ...note,
    title: note.title === '' ? '' : unseal(userKey, note.title),
    text: unseal(userKey, note.text),
  }));
}

/** Stores a note as another client of the contract would; `sealed` is sent unchanged. */
export async function storeNote(
  persona: Persona,
  note: Partial<Omit<ClearNote, 'revision'>> & { readonly sealed?: string },
): Promise<string> {
  const { userKey } = await persona.tokens();
  const { title = '', text = 'x', sealed = seal(userKey, text), categoryId = 'other', ...rest } = note;
  const _id = randomUUID();
  const body = { _id, ...rest, title: title && seal(userKey, title), text: sealed, categoryId };
  await persona.callAsUser('POST', '/api/notes', body);
  return _id;
}

/** The sealed drafts that a device holds of one person, decrypted here. */
export async function keptDrafts(page: Page, persona: Persona): Promise<readonly unknown[]> {
  const { userKey } = await persona.tokens();
  const drafts = (await storedIn(page, 'drafts')) as readonly { readonly sealed: string }[];
  return drafts.map(({ sealed }) => JSON.parse(unseal(userKey, sealed)) as unknown);
}
