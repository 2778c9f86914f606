import { noteCategories } from '@nuances/domain/axes';
import { isRecord } from '@nuances/domain/record';
import { clientReading } from '../api/client.ts';
import { readList } from './list-stream.ts';
import type { SealedNote } from './note.ts';

/** An answer that stops arriving for this long is given up. */
const stallTimeoutMs = 20_000;

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

/** The entries that are notes; one in a form that this version does not know is left out. */
function notesIn(entries: readonly unknown[]): readonly SealedNote[] {
  const notes = entries.filter(isSealedNote);
  if (notes.length < entries.length) console.warn('notes in an unknown form', entries.length - notes.length);
  return notes;
}

/** Aborts when it is not postponed for the time of a stall. */
function stallTimer() {
  const stalled = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => clearTimeout(timer);
  const postpone = () => {
    stop();
    timer = setTimeout(() => stalled.abort(), stallTimeoutMs);
  };
  return { signal: stalled.signal, postpone, stop };
}

/** The pieces of an answer as text. */
async function* textOf({ body }: Response, { postpone, stop }: ReturnType<typeof stallTimer>): AsyncGenerator<string> {
  if (!body) return;
  const reader = body.getReader();
  const decoder = new TextDecoder();
  for (;;) {
    postpone();
    // What is done with a piece is no stall.
    const piece = await reader.read().finally(stop);
    if (piece.done) return;
    yield decoder.decode(piece.value, { stream: true });
  }
}

/**
 * Asks for all notes and hands them over as they arrive, newest first; each call is waited for.
 * Rejects like every call of the tRPC client.
 * @returns the hash of exactly this list
 */
export async function readAllNotes(onNotes: (notes: readonly SealedNote[]) => Promise<void>): Promise<string> {
  const timer = stallTimer();
  const client = clientReading((response) =>
    readList(textOf(response, timer), 'notes', (entries) => onNotes(notesIn(entries))),
  );
  timer.postpone();
  const { hash } = await client.notes.all.query(undefined, { signal: timer.signal }).finally(timer.stop);
  return hash;
}
