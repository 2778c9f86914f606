import { isRecord } from '@nuances/domain/record';
import { noteCategories } from '@nuances/domain/axes';
import { openQuery } from '../api/client.ts';
import { readList } from './list-stream.ts';
import type { SealedNote } from './note.ts';

/** An answer that stops arriving for this long is given up, milliseconds. */
const loadTimeoutMs = 20_000;

function isSealedNote(value: unknown): value is SealedNote {
  if (!isRecord(value)) return false;
  const texts = ['_id', 'title', 'text', 'createdAt', 'updatedAt'];
  const { scanResultId, revision, categoryId } = value;
  return (
    texts.every((name) => typeof value[name] === 'string') &&
    noteCategories.some((category) => category === categoryId) &&
    (scanResultId === null || typeof scanResultId === 'string') &&
    typeof revision === 'number'
  );
}

/** A refusal as the tRPC client would throw it, so that `toApiError` reads it. */
class QueryRefused extends Error {
  override readonly name = 'QueryRefused';
  readonly data: unknown;

  constructor(answer: unknown) {
    super('the server refused the query');
    const error = isRecord(answer) ? answer['error'] : undefined;
    this.data = isRecord(error) ? error['data'] : undefined;
  }
}

function hashIn(answer: unknown): string {
  const result = isRecord(answer) ? answer['result'] : undefined;
  const data = isRecord(result) ? result['data'] : undefined;
  const hash = isRecord(data) ? data['hash'] : undefined;
  if (typeof hash !== 'string') throw new TypeError('the list of notes has no hash');
  return hash;
}

/** The pieces of an answer as text; `giveUp` is called when one of them lets wait too long. */
async function* textOf(body: ReadableStream<Uint8Array>, giveUp: () => void): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  for (;;) {
    const timer = setTimeout(giveUp, loadTimeoutMs);
    const piece = await reader.read().finally(() => clearTimeout(timer));
    if (piece.done) return;
    yield decoder.decode(piece.value, { stream: true });
  }
}

/** The entries that are notes; one in a form that this version does not know is left out, and told without its content. */
function notesIn(entries: readonly unknown[]): readonly SealedNote[] {
  const notes = entries.filter(isSealedNote);
  if (notes.length < entries.length) console.warn('notes in an unknown form', entries.length - notes.length);
  return notes;
}

/**
 * Asks for all notes and hands them over as they arrive, newest first; each call is waited for.
 * Rejects like a call of the tRPC client.
 * @returns the hash of exactly this list
 */
export async function readAllNotes(onNotes: (notes: readonly SealedNote[]) => Promise<void>): Promise<string> {
  const stalled = new AbortController();
  const giveUp = () => stalled.abort();
  const timer = setTimeout(giveUp, loadTimeoutMs);
  const response = await openQuery('notes.all', stalled.signal).finally(() => clearTimeout(timer));
  if (!response.ok || !response.body) throw new QueryRefused(await response.json());
  return hashIn(await readList(textOf(response.body, giveUp), 'notes', (entries) => onNotes(notesIn(entries))));
}
