import { createHash, randomUUID } from 'node:crypto';
import { seededRandom } from '@nuances/domain/seeded-random';
import * as z from 'zod';
import type { HttpResponse, HttpClient } from './http-client.ts';
import { seal } from './seal.ts';

export const password = 'Nights&Days-7';

/** What must be there in the end, by id; a deleted note must not. */
type Book = Map<string, { readonly kind: 'scan' | 'note'; readonly hash: string }>;

/** Repeats a request until there is a final answer. */
type Insist = (method: string, path: string, token: string, body?: unknown) => Promise<HttpResponse>;

export interface Writer {
  readonly book: Book;
  /** Writes, changes or deletes one item. */
  step(): Promise<void>;
  /** All items that the product has of this person. */
  read(): Promise<{ kind: 'scan' | 'note'; id: string; hash: string }[]>;
}

const tokensSchema = z.object({ shortToken: z.string(), userKey: z.string() });
const scansSchema = z.array(z.object({ _id: z.string(), answers: z.array(z.number()) }));
const noteSchema = z.object({ _id: z.string(), text: z.string() });

const hashOf = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex');

/**
 * A person with an account of its own who writes scans and notes, and records what was acknowledged.
 * @param insist repeats a request until there is a final answer
 */
export async function openWriter(client: HttpClient, insist: Insist, seed: number, index: number): Promise<Writer> {
  const username = `writer_${seed}_${index}`;
  const body = { username, email: `${username}@example.org`, password, language: 'en' };
  await client.request({ method: 'POST', path: '/api/auth/signup', body });
  const login = await client.request({ method: 'POST', path: '/api/auth/login', body: { username, password } });
  const { shortToken: token, userKey } = tokensSchema.parse(login.json);
  const book: Book = new Map();
  const notes: string[] = [];
  const random = seededRandom(seed + index);

  async function scan(): Promise<void> {
    const _id = randomUUID();
    const answers = Array.from({ length: 7 }, () => 1 + Math.floor(random() * 10));
    await insist('POST', '/api/results', token, { _id, answers, duration: 60 });
    book.set(_id, { kind: 'scan', hash: hashOf(answers) });
  }

  async function createNote(): Promise<void> {
    const _id = randomUUID();
    const text = seal(userKey, `note ${random()}`);
    await insist('POST', '/api/notes', token, { _id, text, categoryId: 'other' });
    book.set(_id, { kind: 'note', hash: hashOf(text) });
    notes.push(_id);
  }

  async function editNote(id: string): Promise<void> {
    const text = seal(userKey, `edited ${random()}`);
    await insist('PUT', `/api/notes/${id}`, token, { text, categoryId: 'blue' });
    book.set(id, { kind: 'note', hash: hashOf(text) });
  }

  async function deleteNote(id: string): Promise<void> {
    await insist('DELETE', `/api/notes/${id}`, token);
    book.delete(id);
    notes.splice(notes.indexOf(id), 1);
  }

  return {
    book,
    async step() {
      const turn = random();
      const id = notes[Math.floor(random() * notes.length)];
      if (turn < 0.5) await scan();
      else if (turn < 0.75 || id === undefined) await createNote();
      else if (turn < 0.9) await editNote(id);
      else await deleteNote(id);
    },
    async read() {
      const scans = scansSchema.parse((await insist('GET', '/api/results?source=history', token)).json);
      const all = z.object({ notes: z.array(noteSchema) }).parse((await insist('GET', '/api/notes/all', token)).json);
      return [
        ...scans.map(({ _id, answers }) => ({ kind: 'scan' as const, id: _id, hash: hashOf(answers) })),
        ...all.notes.map(({ _id, text }) => ({ kind: 'note' as const, id: _id, hash: hashOf(text) })),
      ];
    },
  };
}
