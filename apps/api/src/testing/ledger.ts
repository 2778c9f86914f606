import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { type Answer, type HttpClient, openHttpClient } from './http-client.ts';
import { seal } from './seal.ts';

/** Between two tries of what was not acknowledged, milliseconds. */
const retryMs = 50;
/** How long something is tried before the run is given up, milliseconds. */
const acknowledgeTimeoutMs = 60_000;

/** Number of writers. */
export const password = 'Night&Day7';

/** What must be there in the end, by id; a deleted note must not. */
type Book = Map<string, { readonly kind: 'scan' | 'note'; readonly hash: string }>;

export interface Audit {
  /** Acknowledged, but missing. */
  readonly missing: number;
  /** Duplicated, or not acknowledged. */
  readonly duplicates: number;
  readonly altered: number;
  /** In another account. */
  readonly foreign: number;
}

export interface Ledger {
  /** Writes without pause until told to stop; everything is tried until it is acknowledged. */
  write(until: Promise<unknown>): Promise<void>;
  /** Reads all accounts and compares them with the record of acknowledged writes. */
  audit(): Promise<Audit & { readonly total: number }>;
  /** Counts of acknowledged writes, statuses and connection errors. */
  readonly met: ReadonlyMap<string, number>;
  acknowledged(): number;
  close(): void;
}

const tokensSchema = z.object({ shortToken: z.string(), userKey: z.string() });
const scansSchema = z.array(z.object({ _id: z.string(), answers: z.array(z.number()) }));
const noteSchema = z.object({ _id: z.string(), text: z.string() });

const hashOf = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex');

/** Pseudo-random numbers between 0 and 1 from a seed, so that a run can be repeated (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Clients that write and record acknowledged writes. Whatever happens to the product: each recorded item must be
 * stored once, unchanged, in its own account only.
 * @param port the product's port, the same after a restart
 */
export async function openLedger(port: number, { people, seed }: { people: number; seed: number }): Promise<Ledger> {
  const client: HttpClient = openHttpClient(port, people * 2);
  const met = new Map<string, number>();
  const meet = (what: string) => met.set(what, (met.get(what) ?? 0) + 1);
  let acknowledged = 0;

  /** Retries until there is a final answer, without temporary errors. */
  async function insist(method: string, path: string, token: string, body?: unknown): Promise<Answer> {
    const since = performance.now();
    for (let isFirst = true; ; isFirst = false) {
      const answer = await client
        .ask({ method, path, headers: { authorization: `Bearer ${token}` }, body })
        .catch((error: unknown) => {
          meet(error instanceof Error && 'code' in error ? String(error.code) : 'fault');
          return null;
        });
      if (answer) {
        meet(String(answer.status));
        if (answer.status === 503 && !(Number(answer.headers['retry-after']) > 0)) meet('503 without Retry-After');
        // Deleted already: the answer to the first try was lost.
        if (answer.status < 300 || (method === 'DELETE' && answer.status === 404 && !isFirst)) {
          acknowledged += 1;
          return answer;
        }
        if (answer.status < 500) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
      }
      if (performance.now() - since > acknowledgeTimeoutMs) throw new Error(`${method} ${path} was never acknowledged`);
      await sleep(retryMs);
    }
  }

  async function person(index: number) {
    const username = `writer_${seed}_${index}`;
    const body = { username, email: `${username}@example.org`, password, language: 'en' };
    await client.ask({ method: 'POST', path: '/api/auth/signup', body });
    const login = await client.ask({ method: 'POST', path: '/api/auth/login', body: { username, password } });
    const { shortToken: token, userKey } = tokensSchema.parse(login.json);
    const book: Book = new Map();
    const notes: string[] = [];
    const random = randomOf(seed + index);

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
      async step(): Promise<void> {
        const turn = random();
        const id = notes[Math.floor(random() * notes.length)];
        if (turn < 0.5) await scan();
        else if (turn < 0.75 || id === undefined) await createNote();
        else if (turn < 0.9) await editNote(id);
        else await deleteNote(id);
      },
      async read(): Promise<{ kind: 'scan' | 'note'; id: string; hash: string }[]> {
        const scans = scansSchema.parse((await insist('GET', '/api/results?source=history', token)).json);
        const all = z.object({ notes: z.array(noteSchema) }).parse((await insist('GET', '/api/notes/all', token)).json);
        return [
          ...scans.map(({ _id, answers }) => ({ kind: 'scan' as const, id: _id, hash: hashOf(answers) })),
          ...all.notes.map(({ _id, text }) => ({ kind: 'note' as const, id: _id, hash: hashOf(text) })),
        ];
      },
    };
  }

  const writers = await Promise.all(Array.from({ length: people }, (_, index) => person(index)));

  return {
    met,
    acknowledged: () => acknowledged,
    async write(until) {
      let isOver = false;
      void until.finally(() => (isOver = true));
      await Promise.all(
        writers.map(async (writer) => {
          while (!isOver) await writer.step();
        }),
      );
    },
    async audit() {
      const found = { missing: 0, duplicates: 0, altered: 0, foreign: 0, total: 0 };
      for (const writer of writers) {
        const rows = await writer.read();
        const seen = new Set<string>();
        for (const { kind, id, hash } of rows) {
          found.total += 1;
          const written = writer.book.get(id);
          if (writers.some((other) => other !== writer && other.book.has(id))) found.foreign += 1;
          else if (!written || seen.has(id)) found.duplicates += 1;
          else if (written.kind !== kind || written.hash !== hash) found.altered += 1;
          seen.add(id);
        }
        for (const id of writer.book.keys()) if (!seen.has(id)) found.missing += 1;
      }
      return found;
    },
    close: () => client.close(),
  };
}
